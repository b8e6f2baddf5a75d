/**
 * A brain that loops, eats memory, or is killed takes only its own run with it (issue "The whole path").
 */

import assert from "node:assert/strict";
import { allGone } from "../support/process_tree.ts";
import { play, Scenario } from "../support/scenario.ts";
import { Workspace } from "../support/workspace.ts";

const TWO_AGENTS = `
[runtime.js]
kind = "js"
max_memory_mb = 128

[tunables]
reload_grace_secs = 1

[[agents]]
name = "bad"
runtime = "js"
script = "bad.js"

[[agents]]
name = "good"
runtime = "js"
script = "good.js"
`;

/** Says so each 50 ms, for ever. */
const GOOD = `for (let i = 0;; i++) { omw.host.sleepFor(50); omw.host.log("info", "still here " + i); }`;

for (
  const [what, source] of Object.entries({
    "for(;;){} at top level": "for(;;){}",
    "for(;;){} in a callback": "[1].map(() => { for(;;){} })",
    "a microtask loop": "(function again() { Promise.resolve().then(again); })()",
    "a regular expression": `/(a+)+$/.test("a".repeat(40) + "!")`,
    "a loop after the first message":
      `omw.host.subscribeAgent("bad"); omw.host.sendAgent("bad", "x"); omw.host.recv(); for(;;){}`,
  })
) {
  Deno.test(`SIGTERM ends a brain that hangs in ${what}, exit 0, no process left; another agent keeps answering meanwhile`, async () => {
    await using dir = await Workspace.with({ "omw.toml": TWO_AGENTS, "bad.js": source, "good.js": GOOD });
    await using running = new Scenario(["run"], { cwd: dir.dir });
    await running.saw((line) => line.message.startsWith("still here"), 10);
    const processes = await running.children();
    assert.ok(processes.length >= 2, "two brains run");
    const asked = performance.now();
    running.signal("SIGTERM");
    assert.equal(await running.end(), 0, running.report());
    const took = performance.now() - asked;
    assert.ok(took < 1_000 + 100 + 5_000, `grace and budget are 1.1 s; it took ${took} ms`);
    await allGone(processes);
  });
}

Deno.test("kill -9 of the host leaves no process, not even a brain in a loop", async () => {
  await using dir = await Workspace.with({ "omw.toml": TWO_AGENTS, "bad.js": "for(;;){}", "good.js": GOOD });
  await using running = new Scenario(["run"], { cwd: dir.dir });
  await running.saw((line) => line.message.startsWith("still here"), 3);
  const processes = await running.children();
  assert.ok(processes.length >= 3, "two brains and the reaper");
  running.signal("SIGKILL");
  await running.end();
  await allGone(processes);
});

for (
  const [what, source] of Object.entries({
    "objects": "const a = []; for (;;) a.push({ x: [1, 2, 3] });",
    "buffers": "const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1));",
    "one string": `let s = "x"; const a = []; for (;;) { s += s; a.push(s.split("")); }`,
  })
) {
  Deno.test(`A brain that allocates ${what} for ever ends with an error that names memory; another agent goes on`, async () => {
    const good = `for (let i = 0; i < 20; i++) omw.host.sleepFor(100); "done"`;
    await using dir = await Workspace.with({ "omw.toml": TWO_AGENTS, "bad.js": source, "good.js": good });
    const { code, omw: ran } = await play(["run"], { cwd: dir.dir });
    assert.equal(code, 1);
    const failure = ran.log.find((line) => line.message === "agent run failed" && line.agent === "bad");
    assert.match(String(failure?.error), /memory/, ran.report());
    assert.ok(ran.log.some((line) => line.message === "agent exited" && line.agent === "good"), ran.report());
    assert.match(ran.plain.at(-1) ?? "", /^omw: 1 agent run failed: bad: .*memory/);
  });
}

Deno.test("A brain process that is killed fails its run alone, with the signal's name", async () => {
  await using dir = await Workspace.with({
    "omw.toml": TWO_AGENTS,
    "bad.js": `omw.host.log("info", "up"); omw.host.sleepFor(60000)`,
    "good.js": `for (let i = 0; i < 10; i++) omw.host.sleepFor(100); "done"`,
  });
  await using running = new Scenario(["run"], { cwd: dir.dir });
  await running.saw((line) => line.message === "up");
  const { pid } = await running.saw((line) => line.message === "brain started" && line.agent === "bad");
  Deno.kill(Number(pid), "SIGKILL");
  assert.equal(await running.end(), 1);
  const failure = running.log.find((line) => line.message === "agent run failed");
  assert.equal(failure?.agent, "bad");
  assert.match(String(failure?.error), /SIGKILL/);
  assert.ok(running.messages("good").includes("agent exited"));
});
