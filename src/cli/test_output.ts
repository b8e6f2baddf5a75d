/**
 * What `omw test run` shows of a pass.
 * @module
 */

import { failureLines } from "../testing/failure_text.ts";
import { jsonReport } from "../testing/json_report.ts";
import type { TestResult } from "../testing/mod.ts";
import { CONTROL, escaped } from "./fault.ts";
import { writeError, writeOut } from "./output.ts";
import type { TestOptions } from "./test_options.ts";

/** One pass: verdicts on standard output, reasons on standard error, reports at the end. */
export class TestOutput {
  readonly #options: Pick<TestOptions, "json" | "junit">;
  readonly #labels: readonly string[];
  readonly #results: TestResult[] = [];

  /** Of a pass over the tests with these labels. */
  constructor(options: Pick<TestOptions, "json" | "junit">, labels: readonly string[]) {
    this.#options = options;
    this.#labels = labels;
  }

  /** Takes the next result, and shows it at once. */
  async result(result: TestResult): Promise<void> {
    this.#results.push(result);
    if (this.#options.json) return;
    const { test: { label }, report } = result;
    await writeOut(`${report.passed ? "PASS" : "FAIL"} ${label}\n`);
    if (report.passed) return;
    // What agents and files say must not drive a terminal.
    const reasons = failureLines(report).join("\n").replaceAll(CONTROL, escaped).split("\n");
    await writeError(`${label}:\n${reasons.map((line) => `  ${line}\n`).join("")}`);
  }

  /** Shows the tally, and writes the reports. @throws when one cannot be written */
  async end(): Promise<void> {
    const report = jsonReport(this.#results, this.#labels.length);
    const notRun = report.not_run === 0 ? "" : `, ${report.not_run} not run`;
    if (this.#options.json) await writeOut(`${JSON.stringify(report, undefined, 2)}\n`);
    else await writeOut(`${report.passed} passed, ${report.failed} failed${notRun}\n`);
    if (this.#options.junit !== undefined) await this.#writeJunit(this.#options.junit);
  }

  async #writeJunit(path: string): Promise<void> {
    const [{ junitReport }, { writeOutput }] = await Promise.all([
      import(import.meta.resolve("../testing/junit.ts")) as Promise<typeof import("../testing/junit.ts")>,
      import(import.meta.resolve("./output_file.ts")) as Promise<typeof import("./output_file.ts")>,
    ]);
    await writeOutput(path, junitReport(this.#results, this.#labels));
  }
}
