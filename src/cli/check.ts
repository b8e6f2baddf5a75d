/**
 * `omw check`: says whether a config and its brains are in order, without running anything.
 * @module
 */

import { checkConfig, Registries } from "../engine/mod.ts";
import { faultLine } from "./fault.ts";
import { loadForReading } from "./load.ts";
import type { Invocation } from "./options.ts";
import { writeError, writeOut } from "./output.ts";

/**
 * Prints each fault and each warning on a line of standard error, and when there is no fault a line about what is in order on standard
 * output. Resolves with the exit code: 1 when there was a fault.
 */
export async function check(invocation: Invocation): Promise<number> {
  const loaded = await loadForReading(invocation);
  const problems = await checkConfig(loaded, Registries.builtin());
  for (const { severity, message } of problems) {
    await writeError(`omw: ${severity === "warning" ? "warning: " : ""}${faultLine(message)}\n`);
  }
  if (problems.some(({ severity }) => severity === "error")) return 1;
  const { agents, providers, tooling } = loaded.config;
  const counts = `${count(agents.length, "agent")}, ${count(providers.size, "provider")}, ${count(tooling.size, "tooling")}`;
  await writeOut(`${loaded.path ?? "the config"} is in order: ${counts}\n`);
  return 0;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 || noun === "tooling" ? "" : "s"}`;
}
