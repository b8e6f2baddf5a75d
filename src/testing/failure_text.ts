/**
 * Why a test failed, as lines for people.
 * @module
 */

import type { Report } from "./report.ts";

/** The lines, without ends; none for a report that passed. */
export function failureLines({ error, agents }: Report): string[] {
  const lines = error === undefined ? [] : [error];
  for (const { agent, passed, diff } of agents.values()) {
    if (passed) continue;
    lines.push(`agent ${JSON.stringify(agent)} failed:`, ...(diff ?? "").split("\n").map((line) => `  ${line}`));
  }
  return lines;
}
