/**
 * `omw check`: says whether a config and its brains are in order, without running anything.
 * @module
 */

import { checkConfig, Registries } from "../engine/mod.ts";
import { faultLine } from "./fault.ts";
import { loadForReading } from "./load.ts";
import type { Invocation } from "./options.ts";
import { writeError, writeOut } from "./output.ts";

/** Prints each problem on a line of standard error; resolves with 1 when there was one, else prints what is in order and resolves with 0. */
export async function check(invocation: Invocation): Promise<number> {
  const loaded = await loadForReading(invocation);
  const problems = await checkConfig(loaded, await Registries.builtin());
  for (const problem of problems) await writeError(`omw: ${faultLine(problem)}\n`);
  if (problems.length > 0) return 1;
  const { agents, providers, tooling } = loaded.config;
  const name = loaded.path ?? "the config";
  const counts = `${count(agents.length, "agent")}, ${count(providers.size, "provider")}, ${count(tooling.size, "tooling")}`;
  await writeOut(`${name} is in order: ${counts}\n`);
  return 0;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 || noun === "tooling" ? "" : "s"}`;
}
