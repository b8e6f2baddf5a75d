/**
 * The compiled program. All of its tests are registered here, so that one compile serves them.
 */

import { compiledProgram, compiledSkipReason } from "../support/compiled.ts";
import { badInputTests } from "./bad_input.ts";
import { certificateTests } from "./certificates.ts";
import { commandTests } from "./commands.ts";
import { sandboxTests } from "./sandbox.ts";

const reason = compiledSkipReason();
if (reason !== undefined) {
  Deno.test({ name: `compiled program: ${reason}`, ignore: true, fn() {} });
} else {
  const program = await compiledProgram("full");
  Deno.test.afterAll(async () => await program[Symbol.asyncDispose]());
  commandTests(program.path);
  sandboxTests(program.path);
  certificateTests(program.path);
  await badInputTests(program.path);
}
