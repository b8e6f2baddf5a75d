/**
 * The schema of a whole config, composed of what the registered kinds take.
 * @module
 */

import { configJsonSchemaText, type ParamsSchema, type Registry } from "../config/mod.ts";
import type { Registries } from "./registries.ts";

/** A JSON Schema (2020-12) of a config with these kinds, as the text of a file. */
export async function composeSchema(registries: Registries): Promise<string> {
  await registries.prepare();
  return configJsonSchemaText({
    providers: params(registries.providers),
    tooling: params(registries.tooling),
    runtime: params(registries.runtimes),
    endpoint: params(registries.endpoints),
  });
}

function params(registry: Registry<{ params: ParamsSchema<unknown> }>): Map<string, ParamsSchema<unknown>> {
  return new Map(registry.kinds().map((kind) => [kind, registry.get(kind).params]));
}
