/**
 * `omw test schema`: the JSON Schema of test configs.
 * @module
 */

import { composeTestSchema, testRegistries } from "../testing/mod.ts";
import type { Invocation } from "./options.ts";
import { writeOutput } from "./output_file.ts";

/** Writes the schema where the invocation says; resolves with 0. */
export async function testSchema(invocation: Invocation): Promise<number> {
  await writeOutput(invocation.output ?? "-", await composeTestSchema(testRegistries()));
  return 0;
}
