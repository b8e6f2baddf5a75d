/**
 * `omw generate test config`: the test config of one variant of a case, from the case's template.
 * @module
 */

import { generateTestConfig } from "../testing/template.ts";
import type { Invocation } from "./options.ts";
import { isStandardOutput, writeOut } from "./output.ts";
import { writeOutput } from "./output_file.ts";

/**
 * Writes the config beside the variant's brain, over an older one, or where `--output` says; prints its path. Resolves with 0.
 * @throws when the case, the variant, its brain or the template is missing or wrong
 */
export async function generate(invocation: Invocation): Promise<number> {
  const { path, text } = await generateTestConfig(invocation.argument!, invocation.second!);
  const output = invocation.output ?? path;
  await writeOutput(output, text);
  if (!isStandardOutput(output)) await writeOut(`${output}\n`);
  return 0;
}
