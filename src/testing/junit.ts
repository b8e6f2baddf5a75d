/**
 * Results in the XML that build servers read (JUnit's; the form that they all understand has no standard, only a common core).
 * @module
 */

import { failureLines } from "./failure_text.ts";
import type { TestResult } from "./runner.ts";

/** The document of a pass over these tests; those of `labels` without a result are told as skipped. */
export function junitReport(results: readonly TestResult[], labels: readonly string[]): string {
  const byLabel = new Map(results.map((result) => [result.test.label, result]));
  const failures = results.filter(({ report }) => !report.passed).length;
  const counts = `tests="${labels.length}" failures="${failures}" skipped="${labels.length - results.length}"`;
  const seconds = (results.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(3);
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites ${counts} time="${seconds}">`,
    `  <testsuite name="omw" ${counts} time="${seconds}">`,
    ...labels.flatMap((label) => testCase(label, byLabel.get(label))),
    `  </testsuite>`,
    `</testsuites>`,
    "",
  ].join("\n");
}

function testCase(label: string, result: TestResult | undefined): string[] {
  const open = `    <testcase classname="omw" name="${escaped(label)}"`;
  if (result === undefined) return [`${open}>`, `      <skipped/>`, `    </testcase>`];
  const timed = `${open} time="${(result.ms / 1000).toFixed(3)}"`;
  if (result.report.passed) return [`${timed}/>`];
  const lines = failureLines(result.report);
  return [
    `${timed}>`,
    `      <failure message="${escaped(lines[0] ?? "")}">${escaped(lines.join("\n"))}</failure>`,
    `    </testcase>`,
  ];
}

// XML 1.0 has no place for these characters, not even escaped.
// deno-lint-ignore no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

function escaped(text: string): string {
  return text.toWellFormed().replaceAll(FORBIDDEN, "\ufffd").replaceAll(/[&<>"]/g, (character) => ENTITIES.get(character)!);
}
