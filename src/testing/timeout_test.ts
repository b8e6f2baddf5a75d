import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { type JsTest, runJsTest } from "../../tests/support/harness.ts";

/** Runs a test that cannot end, with two seconds for it. */
async function timedOut(test: JsTest) {
  const began = performance.now();
  const report = await runJsTest({ ...test, config: `${test.config ?? ""}\n[tunables]\ntest_timeout_secs = 2` });
  ok(performance.now() - began < 20_000);
  strictEqual(report.passed, false);
  match(report.error!, /^the test took more than 2 s \(tunables\.test_timeout_secs\); /);
  return report;
}

Deno.test("a test whose agent waits for an event that never comes ends, and says that it waits", async () => {
  const report = await timedOut({
    agents: { a: "omw.host.whoami(); omw.host.recv()", idle: "omw.host.sleepFor(600000)" },
    assertions: `[assertions.a]\nevents = [{ kind = "call", op = "whoami" }, { kind = "inbound" }]`,
  });
  match(report.error!, /; agent "a" was waiting in recv; agent "idle" was waiting in sleep_for$/);
  const { diff, timedOut: late, cursor } = report.agents.get("a")!;
  deepStrictEqual([late, cursor], [true, 1]);
  match(diff!, /^timed out before its assertions settled\n {2}it was waiting in recv\nassertion #2 not satisfied/);
});

Deno.test("a test whose agent loops forever ends, and says that it computes", async () => {
  const report = await timedOut({ agents: { a: "for (;;);" }, assertions: `[assertions.a]\noutcome = "completed"` });
  match(report.error!, /; agent "a" was computing, in no call of omw$/);
  match(report.agents.get("a")!.diff!, /everything that is asserted was seen, but the agent has not ended$/);
});

Deno.test("a test whose gate can never open ends, and names the gate", async () => {
  const report = await timedOut({
    agents: { a: `omw.host.subscribeEndpoint("m"); omw.host.recv()` },
    config: `[endpoint]\nkind = "mock"\nrequests = [{ model = "m", after = { kind = "call", op = "chat" } }]`,
    assertions: `[assertions.a]\nevents = [{ kind = "inbound", event = "endpoint-message" }]`,
  });
  match(report.error!, /; endpoint\.requests\[0\]\.after waits for call\(op=Some\("chat"\), detail=none\)$/);
});

Deno.test("a test whose tool call waits for a gate ends, and names the gate", async () => {
  const report = await timedOut({
    agents: { a: `omw.tooling.get("t").callToolBlocking("f", {})` },
    config: `[tooling.t]\nkind = "mock"\ntool_calls = [{ name = "f", after = { kind = "inbound", event = "timer" } }]`,
    assertions: `[assertions.a]\noutcome = "completed"`,
  });
  match(report.error!, /agent "a" was waiting in call_tool_blocking; tooling\.t\.tool_calls\[0\]\.after waits for inbound\(/);
});

Deno.test("a test whose model nobody subscribes to ends, and names the request", async () => {
  const report = await timedOut({
    agents: { a: "omw.host.recv()" },
    config: `[endpoint]\nkind = "mock"\nrequests = [{ model = "m" }]`,
    assertions: `[assertions.a]\noutcome = "completed"`,
  });
  match(report.error!, /; endpoint\.requests\[0\] waits for an agent that subscribes to the model "m"$/);
});
