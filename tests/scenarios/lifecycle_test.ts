/**
 * An agent's life from start to end: broken starts, iterations, backoff, signals at any moment (facts §2.4, §4.2–§4.6, §14.1).
 */

import assert from "node:assert/strict";
import { IDLE, jsAgents } from "../support/js_agents.ts";
import { allGone } from "../support/process_tree.ts";
import { type LogLine, play, Scenario } from "../support/scenario.ts";
import { answering, QUICK, SERVING, Serving } from "../support/serving.ts";
import { Workspace } from "../support/workspace.ts";

const PARKED = "agent brain invalid at startup, waiting for a fixing edit";

for (const command of ["run", "loop"]) {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    Deno.test(`§14.1.29 ${signal} ends omw ${command} with exit 0, and no process is left`, async () => {
      await using dir = await Workspace.with({ "omw.toml": jsAgents(["a"]), "a.js": IDLE });
      await using omw = new Scenario([command], { cwd: dir.dir });
      await omw.saw("a is up");
      const processes = await omw.children();
      omw.signal(signal);
      assert.equal(await omw.end(), 0, omw.report());
      assert.ok(omw.messages("a").includes("agent shutting down"), omw.report());
      await allGone(processes);
    });
  }
}

Deno.test("§14.1.1 A signal before any agent runs is seen", async () => {
  await using dir = await Workspace.with({ "omw.toml": jsAgents(["a"]), "a.js": IDLE });
  await using omw = new Scenario(["loop"], { cwd: dir.dir });
  await omw.saw("omw starting");
  omw.signal("SIGTERM");
  assert.equal(await omw.end(), 0, omw.report());
});

Deno.test("§14.1.2 A signal between iterations ends the pause at once and begins no further iteration", async () => {
  const long = "loop_backoff_start_ms = 600000\nloop_backoff_cap_secs = 600\n";
  await using dir = await Workspace.with({ "omw.toml": jsAgents(["a"], long), "a.js": `throw new Error("no luck")` });
  await using omw = new Scenario(["loop"], { cwd: dir.dir });
  const failed = await omw.saw("agent iteration failed");
  assert.equal(failed.retry_ms, 600_000);
  omw.signal("SIGTERM");
  assert.equal(await omw.end(), 0, omw.report());
  assert.equal(omw.messages("a").filter((message) => message === "agent iteration starting").length, 1);
});

Deno.test("The pause after a failure doubles up to the cap, and a success sets it back", async () => {
  // Fails four times, succeeds, fails again: memory outlives iterations, failed ones too.
  const brain = `
const n = Number(omw.host.memoryGet("n") ?? 0) + 1;
omw.host.memorySet("n", String(n));
if (n === 5) "well"; else if (n === 7) ${"{"} ${IDLE} ${"}"} else throw new Error("failure " + n);`;
  const tunables = "loop_backoff_start_ms = 300\nloop_backoff_cap_secs = 1\n";
  await using dir = await Workspace.with({ "omw.toml": jsAgents(["a"], tunables), "a.js": brain });
  await using omw = new Scenario(["loop"], { cwd: dir.dir });
  await omw.saw("a is up");
  const failures = omw.log.filter(({ message }) => message === "agent iteration failed");
  assert.deepEqual(failures.map(({ retry_ms }) => retry_ms), [300, 600, 1000, 1000, 300]);
  assert.match(String(failures[0]?.error), /failure 1/);
  assert.deepEqual(pauses(omw.log, "failure 1"), true);
  const completed = omw.log.findIndex(({ message }) => message === "agent iteration completed");
  assert.ok(time(omw.log[completed + 1]!) - time(omw.log[completed]!) < 250, "a success is followed by no pause");
});

/** Whether the iteration after this failure began no earlier than it was to. */
function pauses(log: LogLine[], failure: string): boolean {
  const at = log.findIndex(({ message, error }) => message === "agent iteration failed" && String(error).includes(failure));
  const next = log.slice(at).find(({ message }) => message === "agent iteration starting");
  return next !== undefined && time(next) - time(log[at]!) >= Number(log[at]!.retry_ms) - 5;
}

function time(line: LogLine): number {
  return Date.parse(String(line.timestamp));
}

Deno.test("Subscriptions and queued messages outlive iterations, failed ones too; a model may be subscribed in each", async () => {
  const brain = `
const model = omw.host.subscribeEndpoint("m");
const n = Number(omw.host.memoryGet("n") ?? 0) + 1;
omw.host.memorySet("n", String(n));
if (n === 1) {
  omw.host.memorySet("sub", omw.host.subscribeAgent("a"));
  for (const text of ["one", "two"]) omw.host.sendAgent("a", text);
  throw new Error("dies with two messages queued");
}
for (;;) {
  const event = omw.host.recv();
  if (event.kind === "message") omw.host.log("info", "got " + event.payload + " " + (event.id === omw.host.memoryGet("sub")));
  if (event.kind !== "endpoint-message") continue;
  omw.host.streamEndpoint(event.payload.session, { content: "iteration " + n + " " + (event.id === model), finish_reason: "stop" });
  break;
}`;
  await using serving = await Serving.serve(["loop"], { "omw.toml": SERVING + QUICK, "a.js": brain });
  await serving.omw.saw("got two true");
  await serving.until("iteration 2 true");
  await serving.until("iteration 3 true");
  assert.equal(serving.omw.log.filter(({ message }) => message === "got one true").length, 1);
});

Deno.test("§14.1.5 A broken start fails fast without --watch and names file and line", async () => {
  await using dir = await Workspace.with({ "omw.toml": jsAgents(["a", "b"]), "a.js": "let = ;", "b.js": `"well"` });
  const { code, omw } = await play(["run"], { cwd: dir.dir });
  assert.equal(code, 1);
  assert.match(omw.plain.at(-1) ?? "", /^omw: 1 agent run failed: a: .*a\.js:1:/);
  assert.ok(omw.messages("b").includes("agent exited"), "the other agent is not touched");
});

Deno.test("§14.1.5 With --watch a broken start parks: each broken edit is told, the fix runs, another agent runs all the while", async () => {
  await using dir = await Workspace.with({ "omw.toml": jsAgents(["a", "b"]), "a.js": "let = ;", "b.js": IDLE });
  await using omw = new Scenario(["run", "--watch"], { cwd: dir.dir });
  const parked = await omw.saw(PARKED);
  assert.deepEqual([parked.level, parked.agent], ["WARN", "a"]);
  await omw.saw("b is up");
  await dir.write("a.js", "still (");
  await omw.saw("agent reload rejected: invalid script, keeping the agent parked");
  await dir.write("a.js", IDLE);
  await omw.saw("a is up");
  omw.signal("SIGTERM");
  assert.equal(await omw.end(), 0);
});

Deno.test("SIGTERM ends an agent that is parked", async () => {
  await using dir = await Workspace.with({ "omw.toml": jsAgents(["a"]), "a.js": "(" });
  await using omw = new Scenario(["loop", "--watch"], { cwd: dir.dir });
  await omw.saw(PARKED);
  omw.signal("SIGTERM");
  assert.equal(await omw.end(), 0, omw.report());
});

Deno.test("In loop without --watch a broken start is a failed iteration that is tried again", async () => {
  await using dir = await Workspace.with({ "omw.toml": jsAgents(["a"], "loop_backoff_start_ms = 50\n"), "a.js": "(" });
  await using omw = new Scenario(["loop"], { cwd: dir.dir });
  await omw.saw("agent iteration failed", 2);
  await dir.write("a.js", IDLE);
  await omw.saw("a is up");
});

Deno.test("§14.1.16 An iteration that finds its script gone or broken under --watch runs the last sound one", async () => {
  const brain = `omw.host.log("info", "ran"); omw.host.sleepFor(30);`;
  await using dir = await Workspace.with({ "omw.toml": jsAgents(["a"]), "a.js": brain });
  await using omw = new Scenario(["loop", "--watch"], { cwd: dir.dir });
  await omw.saw("ran");
  await Deno.remove(dir.path("a.js"));
  const { length: before } = omw.log.filter(({ message }) => message === "ran");
  await omw.saw("ran", before + 4);
  await dir.write("a.js", "(");
  await omw.saw(({ level, message }) => level === "WARN" && message.startsWith("agent reload rejected: invalid script"));
  const { length: broken } = omw.log.filter(({ message }) => message === "ran");
  await omw.saw("ran", broken + 4);
  const warnings = omw.log.filter(({ level }) => level === "WARN");
  assert.equal(warnings.length, 1, omw.report());
  await dir.write("a.js", IDLE);
  await omw.saw("a is up");
});

Deno.test("Once an agent has completed under run --watch, edits do not bring it back; the process ends when all have", async () => {
  const waits = `while (omw.host.memoryGet("x") === undefined) { omw.host.sleepFor(500); omw.host.memorySet("x", "1"); }`;
  await using dir = await Workspace.with({ "omw.toml": jsAgents(["a", "b"]), "a.js": `"first"`, "b.js": waits });
  await using omw = new Scenario(["run", "--watch"], { cwd: dir.dir });
  await omw.saw("agent exited");
  await dir.write("a.js", `"second"`);
  assert.equal(await omw.end(), 0, omw.report());
  assert.deepEqual(omw.log.filter(({ message }) => message === "agent exited").map(({ result }) => result), ["first"]);
});

Deno.test("A subscribed brain is handed the shutdown once, may send its last messages, and then recv fails with the documented text", async () => {
  const brain = `
const lifecycle = omw.host.subscribeLifecycle();
omw.host.log("info", "a is up");
const event = omw.host.recv();
omw.host.log("info", event.kind + " " + (event.id === lifecycle));
try { omw.host.recv(); } catch (error) { omw.host.log("info", "then " + error.message); }
try { omw.host.sleepFor(60000); } catch (error) { omw.host.log("info", "sleep " + error.message); }
omw.host.log("info", "last words");`;
  await using dir = await Workspace.with({ "omw.toml": jsAgents(["a"]), "a.js": brain });
  await using omw = new Scenario(["run"], { cwd: dir.dir });
  await omw.saw("a is up");
  omw.signal("SIGTERM");
  assert.equal(await omw.end(), 0);
  const told = omw.log.filter(({ target }) => String(target).endsWith("brain")).map(({ message }) => message);
  assert.deepEqual(told.slice(0, 3), ["a is up", "shutdown true", "then agent shutting down"], omw.report());
  assert.equal(told.at(-1), "last words", omw.report());
});

Deno.test("§14.1.35 An agent whose inbox is full holds up nobody: others go on, and shutdown works", async () => {
  const deaf = `omw.host.subscribeAgent("b"); omw.host.log("info", "a is up"); for (;;);`;
  const loud =
    `for (;;) { for (let i = 0; i < 500; i++) omw.host.sendAgent("a", "x".repeat(100)); omw.host.log("info", "b goes on"); omw.host.sleepFor(20); }`;
  await using dir = await Workspace.with({ "omw.toml": jsAgents(["a", "b"], "inbox_bound = 16\n"), "a.js": deaf, "b.js": loud });
  await using omw = new Scenario(["run"], { cwd: dir.dir });
  await omw.saw("inbox full; event dropped");
  const { length } = omw.log.filter(({ message }) => message === "b goes on");
  await omw.saw("b goes on", length + 3);
  assert.equal(omw.log.filter(({ message }) => message === "inbox full; event dropped").length, 1, omw.report());
  omw.signal("SIGTERM");
  assert.equal(await omw.end(), 0, omw.report());
});

Deno.test("A shutdown during a reload's grace ends the agent for good", async () => {
  const slow = answering(
    "x",
    `if (event.id === lifecycle) { omw.host.log("info", "unwinding"); const end = Date.now() + 500; while (Date.now() < end); }`,
  );
  await using serving = await Serving.serve(["loop", "--watch"], { "omw.toml": SERVING + QUICK, "a.js": slow });
  await serving.dir.write("a.js", answering("new"));
  await serving.omw.saw("unwinding");
  serving.omw.signal("SIGTERM");
  assert.equal(await serving.omw.end(), 0, serving.omw.report());
  assert.equal(serving.omw.messages("a").filter((message) => message === "host subscribe-endpoint").length, 1);
});

Deno.test("No grace and no budget kill at once, and a grace of a year does not overflow into none", async () => {
  const loops = `omw.host.log("info", "a is up"); for (;;);`;
  const none = jsAgents(["a"]).replace("reload_grace_secs = 1", "reload_grace_secs = 0\ninterrupt_budget_ms = 0");
  await using dir = await Workspace.with({ "omw.toml": none, "a.js": loops });
  await using omw = new Scenario(["run"], { cwd: dir.dir });
  await omw.saw("a is up");
  omw.signal("SIGTERM");
  assert.equal(await omw.end(), 0, omw.report());
  const year = jsAgents(["a"]).replace("reload_grace_secs = 1", "reload_grace_secs = 31536000\nrecv_timeout_secs = 31536000");
  const patient = `const l = omw.host.subscribeLifecycle(); omw.host.log("info", "a is up"); omw.host.recv();
    const end = Date.now() + 300; while (Date.now() < end); omw.host.log("info", "in its own time");`;
  await using other = await Workspace.with({ "omw.toml": year, "a.js": patient });
  await using patiently = new Scenario(["run"], { cwd: other.dir });
  await patiently.saw("a is up");
  patiently.signal("SIGTERM");
  assert.equal(await patiently.end(), 0, patiently.report());
  assert.ok(patiently.log.some(({ message }) => message === "in its own time"), patiently.report());
});
