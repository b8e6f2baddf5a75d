/**
 * Results of two tests, one that passed and one that failed, with what makes reports difficult in them.
 * @module
 */

import type { AgentReport, Report } from "../../src/testing/report.ts";
import type { TestResult } from "../../src/testing/runner.ts";

const agent: AgentReport = { agent: "a", passed: true, asserted: false, timedOut: false, cursor: 1, assertions: 1 };

function result(label: string, report: Report, ms = 5): TestResult {
  return { test: { label, path: `/x/${label}` }, report, ms };
}

/** `a.toml`, which took a while. */
export const passed: TestResult = result(
  "a.toml",
  { passed: true, agents: new Map([["a", { ...agent, outcome: "completed" }]]) },
  1234,
);

/** One whose name, error and explanation hold characters that XML reserves or lacks. */
export const failed: TestResult = result("b<&>.toml", {
  passed: false,
  error: 'it said "no" \u0007',
  agents: new Map([["a", { ...agent, passed: false, diff: "line 1\n<line 2>" }]]),
});
