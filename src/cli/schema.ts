/**
 * `omw schema`: the JSON Schema of configs, with the params of every built-in kind.
 * @module
 */

import { composeSchema, Registries } from "../engine/mod.ts";
import type { Invocation } from "./options.ts";
import { writeOutput } from "./output.ts";

/** Writes the schema, as indented JSON and a line end, where the invocation says; resolves with 0. */
export async function schema(invocation: Invocation): Promise<number> {
  const text = JSON.stringify(composeSchema(await Registries.builtin()), null, 2);
  await writeOutput(invocation.output ?? "-", `${text}\n`);
  return 0;
}
