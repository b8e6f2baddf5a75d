import { strictEqual } from "node:assert/strict";
import { failed, passed } from "../../tests/support/test_results.ts";
import { jsonReport } from "./json_report.ts";

Deno.test("jsonReport() counts, and spells keys as configs do", () => {
  const report = jsonReport([passed, failed], 3);
  strictEqual(
    JSON.stringify(report),
    JSON.stringify({
      tests: [
        {
          test: "a.toml",
          passed: true,
          duration_ms: 1234,
          agents: { a: { passed: true, asserted: false, outcome: "completed", timed_out: false, cursor: 1, assertions: 1 } },
        },
        {
          test: "b<&>.toml",
          passed: false,
          duration_ms: 5,
          error: 'it said "no" \u0007',
          agents: {
            a: { passed: false, asserted: false, diff: "line 1\n<line 2>", timed_out: false, cursor: 1, assertions: 1 },
          },
        },
      ],
      passed: 1,
      failed: 1,
      not_run: 1,
    }),
  );
});
