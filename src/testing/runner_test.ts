import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { type JsTest, testFiles } from "../../tests/support/harness.ts";
import { Workspace } from "../../tests/support/workspace.ts";
import { discover } from "./discovery.ts";
import { testRegistries } from "./registries.ts";
import { type RunnerOptions, type TestResult, TestRunner } from "./runner.ts";

const passes: JsTest = { agents: { a: "undefined" }, assertions: `[assertions.a]\noutcome = "completed"` };
const fails: JsTest = { ...passes, agents: { a: `"bye"` } };
const slow: JsTest = { ...passes, agents: { a: "omw.host.sleepFor(400); undefined" } };

async function results(tests: Record<string, JsTest>, options: Partial<RunnerOptions> = {}): Promise<TestResult[]> {
  const files = Object.entries(tests).map(([name, test]) => testFiles(`${name}/omw.test.toml`, test));
  await using workspace = await Workspace.with(Object.assign({}, ...files));
  const runner = new TestRunner({ jobs: 1, failFast: false, env: {}, registries: testRegistries, warn: () => {}, ...options });
  try {
    return await Array.fromAsync(runner.run(await discover(workspace.dir)));
  } finally {
    await runner.close();
  }
}

function verdicts(found: TestResult[]): string[] {
  return found.map(({ test, report }) => `${test.label.split("/")[0]} ${report.passed}`);
}

Deno.test("TestRunner gives the same verdicts in the same order, however many tests run side by side", async () => {
  const tests = { a: slow, b: passes, c: fails, d: passes, e: slow, f: fails };
  const wanted = ["a true", "b true", "c false", "d true", "e true", "f false"];
  for (const jobs of [1, 4]) {
    const found = await results(tests, { jobs });
    deepStrictEqual(verdicts(found), wanted);
    ok(found[0]!.ms >= 400 && found[0]!.ms < 20_000);
  }
});

Deno.test("TestRunner with failFast starts no test after one has failed", async () => {
  deepStrictEqual(verdicts(await results({ a: passes, b: fails, c: passes }, { failFast: true })), ["a true", "b false"]);
});

Deno.test("TestRunner tells of a test that cannot be loaded, by cause, and goes on with the others", async () => {
  const [broken, wrong, missing, good] = await results({
    a: { ...passes, config: "[tunables" },
    b: { ...passes, assertions: `[assertions.a]\nevents = [{ kind = "call", op = "(" }]` },
    c: { ...passes, config: `[[agents]]\nname = "b"\nruntime = "js"\nscript = "gone.js"` },
    d: passes,
  });
  match(broken!.report.error!, /omw\.test\.toml:\d+:\d+: not valid TOML/);
  match(missing!.report.error!, /^the run failed: agent "b": the script .*gone\.js" does not exist/);
  match(wrong!.report.error!, /^assertions\.a\.events\[0\]: invalid regex in assertion pattern: "\("/);
  strictEqual(good!.report.passed, true);
});

Deno.test("TestRunner warns of what is odd in a test, by its label", async () => {
  const warnings: string[] = [];
  await results({ a: { ...passes, config: "[tunabels]" } }, { warn: (message) => warnings.push(message) });
  deepStrictEqual(warnings.length, 1);
  match(warnings[0]!, /^a\/omw\.test\.toml: tunabels: unknown key, ignored/);
});

Deno.test("TestRunner whose reader leaves early starts no further test, and leaves nothing running", async () => {
  const files = ["a", "b", "c"].map((name) => testFiles(`${name}/omw.test.toml`, slow));
  await using workspace = await Workspace.with(Object.assign({}, ...files));
  let started = 0;
  const registries = () => {
    started++;
    return testRegistries();
  };
  const runner = new TestRunner({ jobs: 1, failFast: false, env: {}, registries, warn: () => {} });
  for await (const { report } of runner.run(await discover(workspace.dir))) {
    ok(report.passed);
    break;
  }
  // The second had begun by then; the third had not, and never does.
  strictEqual(started, 2);
  await runner.close();
});

Deno.test("TestRunner starts nothing once it is interrupted", async () => {
  const stop = new AbortController();
  stop.abort(new Error("enough"));
  deepStrictEqual(await results({ a: passes, b: passes }, { signal: stop.signal }), []);
});
