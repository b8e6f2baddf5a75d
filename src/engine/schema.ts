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
    runtime: await loaded(registries.runtimes),
    endpoint: params(registries.endpoints),
  });
}

/** As `params`, for a family whose schemas may be loaded late. */
async function loaded(
  registry: Registry<{ params: ParamsSchema<unknown> | (() => Promise<ParamsSchema<unknown>>) }>,
): Promise<Map<string, ParamsSchema<unknown>>> {
  const schemas = registry.kinds().map(async (kind) => {
    const { params } = registry.get(kind);
    return [kind, typeof params === "function" ? await params() : params] as const;
  });
  return new Map(await Promise.all(schemas));
}

function params(registry: Registry<{ params: ParamsSchema<unknown> }>): Map<string, ParamsSchema<unknown>> {
  return new Map(registry.kinds().map((kind) => [kind, registry.get(kind).params]));
}
