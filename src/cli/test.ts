/**
 * `omw test run`: the tests of a folder, against scripted doubles.
 * @module
 */

import type { Invocation } from "./options.ts";
import { spareBrain } from "./run.ts";

/** See `testPasses`. A brain process starts, on another core, before this one loads what runs tests. */
export async function testRun(invocation: Invocation): Promise<number> {
  const spare = spareBrain();
  const { testPasses } = await import(import.meta.resolve("./test_passes.ts")) as typeof import("./test_passes.ts");
  return await testPasses(invocation, spare);
}
