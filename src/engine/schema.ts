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
    providers: await schemasOf(registries.providers),
    tooling: await schemasOf(registries.tooling),
    runtime: await schemasOf(registries.runtimes),
    endpoint: await schemasOf(registries.endpoints),
  });
}

/** The schemas of a family's kinds; those of runtimes may be loaded late. */
async function schemasOf(
  registry: Registry<{ params: ParamsSchema<unknown> | (() => Promise<ParamsSchema<unknown>>) }>,
): Promise<Map<string, ParamsSchema<unknown>>> {
  const schemas = registry.kinds().map(async (kind) => {
    const { params } = registry.get(kind);
    return [kind, typeof params === "function" ? await params() : params] as const;
  });
  return new Map(await Promise.all(schemas));
}
