/**
 * `omw schema`: the JSON Schema of configs, with the params of every built-in kind.
 * @module
 */

import { composeSchema, Registries } from "../engine/mod.ts";
import type { Invocation } from "./options.ts";
import { writeOutput } from "./output_file.ts";

/** Writes the schema where the invocation says; resolves with 0. */
export async function schema(invocation: Invocation): Promise<number> {
  await writeOutput(invocation.output ?? "-", await composeSchema(Registries.builtin()));
  return 0;
}
