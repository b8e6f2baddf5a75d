/**
 * The options of `omw test run`.
 * @module
 */

import type { Invocation } from "./options.ts";

/** What the command line of `omw test run` asks for. */
export interface TestOptions {
  /** The folder or file. */
  readonly path: string;
  /** Only tests that match one of these; empty: all. */
  readonly include: readonly string[];
  /** Without tests that match one of these. */
  readonly exclude: readonly string[];
  /** Run again after each change. */
  readonly watch: boolean;
  /** How many tests run at a time. */
  readonly jobs: number;
  /** Start no further test after one has failed. */
  readonly failFast: boolean;
  /** One JSON report in place of lines. */
  readonly json: boolean;
  /** Where the JUnit report goes. */
  readonly junit?: string;
  /** Register the real kinds too. */
  readonly real: boolean;
}

/** Reads them from an invocation, whose values were checked. */
export function readTestOptions({ argument, values, watch }: Invocation): TestOptions {
  const { include, exclude, jobs, junit } = values;
  return {
    path: argument ?? ".",
    include: listOf(include),
    exclude: listOf(exclude),
    watch,
    jobs: Number(jobs ?? 0) || navigator.hardwareConcurrency,
    // Both given, the careful one holds: nothing is left untested unnoticed.
    failFast: values.failFast === true && values.all !== true,
    json: values.json === true,
    ...(typeof junit === "string" && { junit }),
    real: values.real === true,
  };
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
