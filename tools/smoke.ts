/**
 * Whether a program that was just compiled is what it should be.
 * @module
 */

import { deepStrictEqual } from "node:assert/strict";
import { expectedContents } from "./contents.ts";
import type { ReleasedVariant } from "./request.ts";
import { denoVersion, runTool } from "./run_tool.ts";

/**
 * Asks it.
 * @throws {Error} when it does not start, is another variant, has other kinds or permissions than `contents.json` lists, or was made with
 * the runtime of another Deno, which fails later and oddly
 */
export async function checkProgram(program: string, variant: ReleasedVariant, deno: string): Promise<void> {
  const report = JSON.parse(await selfCheck(program));
  if (report.variant !== variant) throw new Error(`the program says that it is the variant ${report.variant}, wanted ${variant}`);
  const { kinds, permissions } = report;
  deepStrictEqual({ kinds, permissions }, expectedContents(variant), `${variant} is not what tools/variants/contents.json lists`);
  const version = await denoVersion(deno);
  if (report.runtime.deno !== version) {
    throw new Error(`DENORT_BIN is of Deno ${report.runtime.deno}, but DENO is ${version}; both must be of one version`);
  }
}

async function selfCheck(program: string): Promise<string> {
  try {
    return await runTool(program, ["self", "check", "--json"]);
  } catch (cause) {
    throw new Error("the compiled program does not start; DENORT_BIN has to be of exactly the version of DENO", { cause });
  }
}
