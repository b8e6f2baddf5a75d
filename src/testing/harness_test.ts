import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { runJsTest } from "../../tests/support/harness.ts";
import { reaper, TraceHub } from "../host/mod.ts";
import { BrainPool } from "../runtime/mod.ts";

/** Sends itself a message, takes it, then does what the argument says. */
function ping(then: string): string {
  return `const me = omw.host.whoami();
omw.host.subscribeAgent(me);
omw.host.sendAgent(me, "ping");
const event = omw.host.recv();
${then}`;
}

const FOREVER = 'for (;;) { try { omw.host.recv(); } catch (error) { if (!String(error).includes("no event")) throw error; } }';
const SEEN =
  `events = [{ kind = "call", op = "send_agent" }, { kind = "inbound", event = "message", payload = { data = "^ping$" } }]`;

/** The only agent's verdict. */
async function verdictOn(brain: string, assertions: string, config = "") {
  const report = await runJsTest({ agents: { a: brain }, assertions: `[assertions.a]\n${assertions}`, config });
  strictEqual(report.error, undefined);
  return report.agents.get("a")!;
}

Deno.test("Harness: an agent passes that ends as asserted and did what is asserted", async () => {
  const verdict = await verdictOn(ping("undefined"), `outcome = "completed"\n${SEEN}`);
  deepStrictEqual(verdict, {
    agent: "a",
    passed: true,
    asserted: false,
    timedOut: false,
    cursor: 2,
    assertions: 2,
    outcome: "completed",
  });
});

Deno.test("Harness: a message that an agent exits with is compared whole, not as a pattern", async () => {
  strictEqual((await verdictOn(`"bye now"`, `outcome = { exited = "bye now" }`)).passed, true);
  const wrong = await verdictOn(`"bye now"`, `outcome = { exited = "bye" }`);
  deepStrictEqual([wrong.passed, wrong.outcome], [false, { exited: "bye now" }]);
  strictEqual(wrong.diff, `outcome mismatch\n  expected: { exited = "bye" }\n  actual:   { exited = "bye now" }`);
});

Deno.test("Harness: without an outcome the agent has to end by itself, however", async () => {
  strictEqual((await verdictOn(ping(`"with words"`), SEEN)).passed, true);
});

Deno.test("Harness: an agent fails whose events do not come in order, and the diff names the first that broke it", async () => {
  const { passed, diff, cursor } = await verdictOn(
    ping("undefined"),
    `events = [{ kind = "inbound", event = "message" }, { kind = "call", op = "send_agent" }]`,
  );
  deepStrictEqual([passed, cursor], [false, 1]);
  match(diff!, /^assertion #2 not satisfied\n {2}expected: call\(op=Some\("send_agent"\)/);
  match(diff!, /it came before what met #1:\n {4}call\(op="send_agent"/);
});

Deno.test("Harness: an asserted agent that would wait forever is stopped as soon as its events were seen", async () => {
  const began = performance.now();
  const verdict = await verdictOn(ping(FOREVER), `outcome = "asserted"\n${SEEN}`);
  deepStrictEqual([verdict.passed, verdict.asserted, verdict.outcome], [true, true, undefined]);
  ok(performance.now() - began < 20_000);
});

Deno.test("Harness: an asserted agent that only computes is killed once its events were seen", async () => {
  const began = performance.now();
  strictEqual((await verdictOn(ping("for (;;);"), `outcome = "asserted"\n${SEEN}`)).passed, true);
  ok(performance.now() - began < 20_000);
});

Deno.test("Harness: an asserted agent that ends before fails with what is missing", async () => {
  const { passed, diff } = await verdictOn("undefined", `outcome = "asserted"\n${SEEN}`);
  strictEqual(passed, false);
  match(diff!, /^the agent ended before its assertions settled\nassertion #1 not satisfied\n[^]*observed:\n {4}nothing$/);
});

Deno.test("Harness: asserted agents are stopped one by one, the others go on", async () => {
  // b hears a's first tick, then gives it time to be stopped. Were a still alive, b would find another one after all that piled up.
  const report = await runJsTest({
    agents: {
      a: `omw.host.subscribeAgent("b");
for (;;) { try { omw.host.recv(); break; } catch { /* b has not begun */ } }
omw.host.sendAgent("b", "tick");
omw.host.whoami();
for (;;) { omw.host.sendAgent("b", "tick"); omw.host.sleepFor(20); }`,
      b: `omw.host.subscribeAgent("a");
while (omw.host.tryRecv() === undefined) { omw.host.sendAgent("a", "go"); omw.host.sleepFor(20); }
omw.host.sleepFor(1500);
while (omw.host.tryRecv() !== undefined);
try { omw.host.recv(); } catch { omw.host.sleepFor(1); }`,
    },
    config: "[tunables]\nrecv_timeout_secs = 1",
    assertions: `[assertions.a]
outcome = "asserted"
events = [{ kind = "call", op = "whoami" }]
[assertions.b]
events = [{ kind = "call", op = "sleep_for", detail = { ms = 1500 } }, { kind = "call", op = "sleep_for", detail = { ms = 1 } }]`,
  });
  deepStrictEqual([report.passed, report.error], [true, undefined]);
});

Deno.test("Harness: a stopped agent leaves no request open that others' requests wait behind", async () => {
  const serve = (model: string) => `omw.host.subscribeEndpoint("${model}"); omw.host.recv(); ${FOREVER}`;
  const events = `outcome = "asserted"\nevents = [{ kind = "inbound", event = "endpoint-message" }]`;
  const report = await runJsTest({
    agents: { a: serve("m"), b: serve("n") },
    config: `[endpoint]\nkind = "mock"\nrequests = [{ model = "m" }, { model = "n" }]\n[tunables]\ntest_timeout_secs = 5`,
    assertions: `[assertions.a]\n${events}\n[assertions.b]\n${events}`,
  });
  deepStrictEqual([report.passed, report.error], [true, undefined]);
});

Deno.test("Harness: an agent of which nothing is asserted cannot hold a test up, wherever it stands", async () => {
  for (const brain of [FOREVER, "for (;;);"]) {
    const report = await runJsTest({
      agents: { endless: brain, a: ping("undefined") },
      assertions: `[assertions.a]\noutcome = "completed"\n${SEEN}`,
    });
    deepStrictEqual([report.passed, [...report.agents.keys()]], [true, ["a"]]);
  }
});

Deno.test("Harness: an agent of which nothing is asserted fails the test when it fails", async () => {
  const report = await runJsTest({
    agents: { broken: `throw new Error("oh")`, a: "omw.host.sleepFor(600000)" },
    assertions: `[assertions.a]\noutcome = "completed"`,
  });
  strictEqual(report.passed, false);
  match(report.error!, /^agent "broken" failed, of which nothing is asserted: .*oh/);
});

Deno.test("Harness: how the others end does not matter once all verdicts are there", async () => {
  const report = await runJsTest({
    agents: {
      a: `omw.host.whoami(); ${FOREVER}`,
      sore: `omw.host.subscribeLifecycle(); omw.host.recv(); throw new Error("sore")`,
    },
    assertions: `[assertions.a]\noutcome = "asserted"\nevents = [{ kind = "call", op = "whoami" }]`,
  });
  deepStrictEqual([report.passed, report.error], [true, undefined]);
});

Deno.test("Harness: a brain that fails has failed, though its events were all seen", async () => {
  const verdict = await verdictOn(ping(`throw new Error("too late")`), SEEN);
  deepStrictEqual([verdict.passed, verdict.cursor], [false, 2]);
  match(verdict.diff!, /^the agent failed: .*too late/);
  // For an asserted one, the verdict was there before.
  strictEqual((await verdictOn(ping(`throw new Error("too late")`), `outcome = "asserted"\n${SEEN}`)).passed, true);
});

Deno.test("Harness: agents that want nothing to be seen are settled before they start, and then nobody runs", async () => {
  const report = await runJsTest({
    agents: { a: `throw new Error("it ran")`, b: `throw new Error("it ran")` },
    assertions: `[assertions.a]
outcome = "asserted"
[assertions.b]
outcome = "asserted"
events = [{ "$while" = { kind = "call" } }]`,
  });
  deepStrictEqual([report.passed, report.error], [true, undefined]);
});

Deno.test("Harness: an agent that is settled before the start does not run, the others do", async () => {
  const report = await runJsTest({
    agents: { a: `for (;;);`, b: ping("undefined") },
    assertions: `[assertions.a]\noutcome = "asserted"\n[assertions.b]\n${SEEN}`,
  });
  deepStrictEqual([report.passed, report.error], [true, undefined]);
});

Deno.test("Harness: without assertions the test lasts until all agents have ended, and fails if one did", async () => {
  deepStrictEqual(await runJsTest({ agents: { a: "undefined" }, assertions: "" }), { passed: true, agents: new Map() });
  const failed = await runJsTest({ agents: { a: `throw new Error("oh")`, b: "undefined" }, assertions: "" });
  deepStrictEqual([failed.passed, /^agent "a" failed, .*oh/.test(failed.error!)], [false, true]);
});

Deno.test("Harness: an agent that waits for one that failed does not wait for the end of the test's time", async () => {
  const began = performance.now();
  const report = await runJsTest({
    agents: { a: `throw new Error("oh")`, b: `omw.host.subscribeAgent("a"); omw.host.recv()` },
    assertions: `[assertions.a]\noutcome = "completed"\n[assertions.b]\noutcome = "completed"`,
  });
  ok(performance.now() - began < 20_000);
  match(report.agents.get("a")!.diff!, /^the agent failed: .*oh/);
  match(report.agents.get("b")!.diff!, /^the run was ended because agent "a" had failed\n {2}it was waiting in recv\n/);
});

Deno.test("Harness: a run that cannot be built is told with its cause, and no agent is said to have failed by itself", async () => {
  const openai = `[providers.p]\nkind = "openai"`;
  const report = await runJsTest({ agents: { a: "" }, config: openai, assertions: `[assertions.a]\noutcome = "completed"` });
  strictEqual(report.error, `the run failed: providers.p: unsupported provider kind "openai" (registered: mock)`);
  strictEqual(report.agents.get("a")!.diff, "it did not run");
  const mcp = await runJsTest({ agents: { a: "" }, config: `[tooling.t]\nkind = "mcp"\ncommand = "x"`, assertions: "" });
  match(mcp.error!, /tooling\.t: unsupported tooling kind "mcp" \(registered: mock\)/);
  const syntax = await runJsTest({ agents: { a: "let let" }, assertions: `[assertions.a]\noutcome = "completed"` });
  match(syntax.agents.get("a")!.diff!, /^the agent failed: .*a\.js/);
});

Deno.test("Harness: an interrupted test says so, and ends at once", async () => {
  const stop = new AbortController();
  const trace = new TraceHub();
  trace.listen(() => stop.abort(new Error("enough")));
  const test = { agents: { a: `omw.host.whoami(); ${FOREVER}` }, assertions: `[assertions.a]\noutcome = "completed"` };
  const report = await runJsTest(test, { signal: stop.signal, trace });
  strictEqual(report.passed, false);
  match(report.agents.get("a")!.diff!, /^the test was interrupted\n {2}it was (waiting in recv|computing)/);
});

Deno.test("Harness: a test leaves nothing on a trace hub that outlives it", async () => {
  const trace = new TraceHub();
  strictEqual((await runJsTest({ agents: { a: "undefined" }, assertions: "" }, { trace })).passed, true);
  strictEqual(trace.active, false);
});

Deno.test("Harness: brains of a shared pool are used again, with a fresh world, and outlive the test", async () => {
  const pool = new BrainPool({ shared: 2 });
  const brain = `const before = globalThis.left; globalThis.left = 1; before === undefined ? "fresh" : "used"`;
  const test = { agents: { a: brain }, assertions: `[assertions.a]\noutcome = { exited = "fresh" }` };
  for (let round = 0; round < 3; round++) strictEqual((await runJsTest(test, { pool })).passed, true);
  const kept = await pool.acquire("anything", 512);
  strictEqual(kept.runs, 3);
  pool.release("anything", kept);
  await pool.close();
  await reaper.close();
});
