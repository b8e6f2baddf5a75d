import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { type JsTest, testFiles } from "../../tests/support/harness.ts";
import { omw, startOmw } from "../../tests/support/omw.ts";
import { root } from "../../tests/support/source_files.ts";
import { Workspace } from "../../tests/support/workspace.ts";

const chats: JsTest = {
  agents: { alice: `omw.host.whoami(); omw.provider.get("p").chat("gpt-alpha", [], []); undefined` },
  config: `[providers.p]\nkind = "mock"\nturns = [{ content = "hi" }]`,
  assertions:
    `[assertions.alice]\noutcome = "completed"\nevents = [{ kind = "call", op = "chat", detail = { model = "^gpt-a" } }]`,
};

/** The same test, which expects another model. */
const breaks: JsTest = { ...chats, assertions: chats.assertions.replace("^gpt-a", "^gpt-b") };

async function workspaceOf(tests: Record<string, JsTest>): Promise<Workspace> {
  return await Workspace.with(Object.assign({}, ...Object.entries(tests).map(([name, test]) => testFiles(name, test))));
}

Deno.test("omw test run prints a verdict for each test and a tally, and exits with 0 when all passed", async () => {
  await using workspace = await workspaceOf({ "a/omw.test.toml": chats, "b/omw.test.toml": chats });
  const all = await omw(["test", "run"], { cwd: workspace.dir });
  deepStrictEqual(all, { code: 0, stdout: "PASS a/omw.test.toml\nPASS b/omw.test.toml\n2 passed, 0 failed\n", stderr: "" });
  const one = await omw(["test", "run", "a/omw.test.toml"], { cwd: workspace.dir });
  deepStrictEqual([one.code, one.stdout], [0, "PASS omw.test.toml\n1 passed, 0 failed\n"]);
});

Deno.test("omw test run shows why a test failed as a diff, and exits with 1 and the tests' names", async () => {
  await using workspace = await workspaceOf({ "a/omw.test.toml": breaks, "b/omw.test.toml": chats });
  const { code, stdout, stderr } = await omw(["test", "run", workspace.dir]);
  deepStrictEqual([code, stdout], [1, "FAIL a/omw.test.toml\nPASS b/omw.test.toml\n1 passed, 1 failed\n"]);
  strictEqual(stderr, await Deno.readTextFile(join(root, "tests/data/test_failure.txt")));
});

Deno.test("omw test run chooses tests by globs, warns when none is left, and refuses a path that is not there", async () => {
  await using workspace = await workspaceOf({ "a/omw.test.toml": chats, "b/omw.test.toml": breaks, "b/c/omw.test.toml": breaks });
  const chosen = await omw(["test", "run", "--include", "*/omw.test.toml", "--include", "b/**", "--exclude", "b/**"], {
    cwd: workspace.dir,
  });
  deepStrictEqual([chosen.code, chosen.stdout], [0, "PASS a/omw.test.toml\n1 passed, 0 failed\n"]);
  const none = await omw(["test", "run", "--include", "x"], { cwd: workspace.dir });
  deepStrictEqual(none, {
    code: 0,
    stdout: "0 passed, 0 failed\n",
    stderr: "omw: warning: no tests found in . (3 left out by --include and --exclude)\n",
  });
  const bad = await omw(["test", "run", "--include", "["], { cwd: workspace.dir });
  deepStrictEqual([bad.code, bad.stdout], [1, ""]);
  match(bad.stderr, /^omw: invalid glob "\["/);
  const missing = await omw(["test", "run", "nowhere"], { cwd: workspace.dir });
  deepStrictEqual([missing.code, missing.stdout], [1, ""]);
  match(missing.stderr, /^omw: path nowhere does not exist/);
});

Deno.test("omw test run --fail-fast says how many tests were not run; --junit and --json report", async () => {
  await using workspace = await workspaceOf({ "a/omw.test.toml": breaks, "b/omw.test.toml": chats });
  const junit = workspace.path("reports/junit.xml");
  const fast = await omw(["test", "run", "--fail-fast", "--jobs", "1", "--junit", junit], { cwd: workspace.dir });
  deepStrictEqual([fast.code, fast.stdout], [1, "FAIL a/omw.test.toml\n0 passed, 1 failed, 1 not run\n"]);
  match(await Deno.readTextFile(junit), /<testsuites tests="2" failures="1" skipped="1"/);
  const json = await omw(["test", "run", "--json"], { cwd: workspace.dir });
  strictEqual(json.code, 1);
  const report = JSON.parse(json.stdout);
  deepStrictEqual([report.passed, report.failed, report.not_run], [1, 1, 0]);
  deepStrictEqual(report.tests.map(({ test, passed }: { test: string; passed: boolean }) => [test, passed]), [
    ["a/omw.test.toml", false],
    ["b/omw.test.toml", true],
  ]);
  match(report.tests[0].agents.alice.diff, /^assertion #1 not satisfied/);
});

Deno.test("omw test run takes values from OMW_TEST__ variables, and none from OMW__ ones", async () => {
  await using workspace = await workspaceOf({ "omw.test.toml": breaks });
  const env = { OMW_TEST__ASSERTIONS__ALICE__EVENTS: "[]", OMW__AGENTS__X__SCRIPT: "nonsense" };
  const { code, stderr } = await omw(["test", "run"], { cwd: workspace.dir, env });
  deepStrictEqual([code, stderr], [0, ""]);
});

Deno.test("omw test run refuses real kinds, unless --real allows them", async () => {
  const real: JsTest = {
    ...chats,
    config: `[providers.p]\nkind = "openai"\nbase_url = "http://127.0.0.1:9/v1"\nmax_retries = 0`,
  };
  await using workspace = await workspaceOf({ "omw.test.toml": real });
  const doubles = await omw(["test", "run"], { cwd: workspace.dir });
  strictEqual(doubles.code, 1);
  match(doubles.stderr, /the run failed: providers\.p: unsupported provider kind "openai" \(registered: mock\)/);
  // Nobody listens there: that it was called is what shows.
  const called = await omw(["test", "run", "--real"], { cwd: workspace.dir });
  strictEqual(called.code, 1);
  doesNotMatch(called.stderr, /unsupported/);
  match(called.stderr, /the agent failed: .*127\.0\.0\.1:9/);
});

Deno.test("omw-test is omw test", async () => {
  await using workspace = await workspaceOf({ "omw.test.toml": chats });
  const command = new Deno.Command(join(root, "bin/omw-test"), {
    args: ["run", workspace.dir],
    stdout: "piped",
    stderr: "piped",
  });
  const { code, stdout } = await command.output();
  deepStrictEqual([code, new TextDecoder().decode(stdout)], [0, "PASS omw.test.toml\n1 passed, 0 failed\n"]);
});

Deno.test("omw test run --watch runs again soon after an edit, not because it read the files, and ends with 0 on a signal", async () => {
  await using workspace = await workspaceOf({ "omw.test.toml": chats });
  await using running = startOmw(["test", "run", "--watch"], { cwd: workspace.dir });
  await running.printed(/1 passed, 0 failed\n$/);
  const quiet = running.stdout;
  await new Promise((resolve) => setTimeout(resolve, 600));
  strictEqual(running.stdout, quiet);
  await workspace.write("alice.js", `throw new Error("edited")`);
  const edited = performance.now();
  await running.printed(/0 passed, 1 failed\n$/);
  ok(performance.now() - edited < 5_000);
  await workspace.write("alice.js", chats.agents.alice!);
  await running.printed(/failed\n[^]*failed\n[^]*1 passed, 0 failed\n$/);
  running.kill("SIGTERM");
  const { code, stderr } = await running.end();
  strictEqual(code, 0, stderr);
});

Deno.test("omw test run that is interrupted ends at once, with the signal's exit code and no process left", async () => {
  const waits: JsTest = {
    agents: { alice: "omw.host.whoami(); omw.host.recv()" },
    assertions: `[assertions.alice]\noutcome = "completed"`,
  };
  await using workspace = await workspaceOf({ "omw.test.toml": waits });
  await using running = startOmw(["test", "run", "--log-level", "info"], { cwd: workspace.dir });
  await running.seen(/agent iteration starting/);
  running.kill("SIGINT");
  const { code, stdout } = await running.end();
  strictEqual(code, 130);
  match(stdout, /^FAIL omw\.test\.toml\n/);
});
