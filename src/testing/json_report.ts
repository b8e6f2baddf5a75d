/**
 * Results as one JSON value, for programs.
 * @module
 */

import type { AgentReport } from "./report.ts";
import type { TestResult } from "./runner.ts";

/** A test in the report; keys are spelt as in configs. */
export interface JsonTest {
  /** Its label. */
  test: string;
  /** Whether it passed. */
  passed: boolean;
  /** How long it took, in ms. */
  duration_ms: number;
  /** What went wrong with the run itself. */
  error?: string;
  /** The verdicts by agent. */
  agents: Record<string, JsonAgent>;
}

/** An agent in the report. */
export interface JsonAgent {
  /** Whether it passed. */
  passed: boolean;
  /** Whether it was to be stopped once its events had been seen. */
  asserted: boolean;
  /** How it ended by itself. */
  outcome?: AgentReport["outcome"];
  /** Why it did not pass. */
  diff?: string;
  /** Whether the test's time was over before its verdict. */
  timed_out: boolean;
  /** How many of its assertions were met, in order. */
  cursor: number;
  /** How many there are. */
  assertions: number;
}

/** The whole report. */
export interface JsonReport {
  /** The tests in order. */
  tests: JsonTest[];
  /** How many passed. */
  passed: number;
  /** How many failed. */
  failed: number;
  /** How many were not started. */
  not_run: number;
}

/** The report of a pass over `total` tests. */
export function jsonReport(results: readonly TestResult[], total: number): JsonReport {
  const passed = results.filter(({ report }) => report.passed).length;
  return { tests: results.map(jsonTest), passed, failed: results.length - passed, not_run: total - results.length };
}

function jsonTest({ test, report, ms }: TestResult): JsonTest {
  return {
    test: test.label,
    passed: report.passed,
    duration_ms: ms,
    ...(report.error !== undefined && { error: report.error }),
    agents: Object.fromEntries([...report.agents].map(([name, agent]) => [name, jsonAgent(agent)])),
  };
}

function jsonAgent({ passed, asserted, outcome, diff, timedOut, cursor, assertions }: AgentReport): JsonAgent {
  return {
    passed,
    asserted,
    ...(outcome !== undefined && { outcome }),
    ...(diff !== undefined && { diff }),
    timed_out: timedOut,
    cursor,
    assertions,
  };
}
