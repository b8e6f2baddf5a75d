import { doesNotMatch, match } from "node:assert/strict";
import { junitReport } from "./junit.ts";
import type { AgentReport, Report } from "./report.ts";
import type { TestResult } from "./runner.ts";

const agent: AgentReport = { agent: "a", passed: true, asserted: false, timedOut: false, cursor: 1, assertions: 1 };

function result(label: string, report: Report, ms = 5): TestResult {
  return { test: { label, path: `/x/${label}` }, report, ms };
}

const passed = result("a.toml", { passed: true, agents: new Map([["a", { ...agent, outcome: "completed" }]]) }, 1234);
const failed = result("b<&>.toml", {
  passed: false,
  error: 'it said "no" \u0007',
  agents: new Map([["a", { ...agent, passed: false, diff: "line 1\n<line 2>" }]]),
});

Deno.test("junitReport() is XML that tells of each test, failed or not run", () => {
  const text = junitReport([passed, failed], ["a.toml", "b<&>.toml", "c.toml"]);
  match(text, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites tests="3" failures="1" skipped="1" time="1\.239">/);
  match(text, /<testcase classname="omw" name="a\.toml" time="1\.234"\/>/);
  match(text, /name="b&lt;&amp;&gt;\.toml" time="0\.005">\n {6}<failure message="it said &quot;no&quot; \ufffd">/);
  match(text, /agent &quot;a&quot; failed:\n {2}line 1\n {2}&lt;line 2&gt;<\/failure>/);
  match(text, /name="c\.toml">\n {6}<skipped\/>/);
  // deno-lint-ignore no-control-regex
  doesNotMatch(text, /[\u0000-\u0008]/);
});
