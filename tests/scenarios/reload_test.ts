/**
 * Hot reload of brains, as users see it: the whole program, real saves, real clients (facts §4.2, §4.5, §4.6, §4.10, §14.1; pains §9).
 */

import assert from "node:assert/strict";
import {
  backupAndCreate,
  inPieces,
  inPlace,
  mountData,
  removeAndCreate,
  renameOver,
  type Save,
  swapData,
} from "../support/saves.ts";
import { answering, QUICK, SERVING, Serving } from "../support/serving.ts";
import { Scenario } from "../support/scenario.ts";
import { watComponent } from "../support/wat_component.ts";
import { Workspace } from "../support/workspace.ts";

const RELOADED = "agent run reloaded, restarting with the new script";
const KEPT = "agent reload rejected: invalid script, keeping the live run";

function start(brain: string, more = QUICK): Promise<Serving> {
  return Serving.start(["loop", "--watch"], { "omw.toml": SERVING + more, "a.js": brain });
}

/** How often the agent's run was ended for a new script. */
function reloads({ omw }: Serving): number {
  return omw.messages("a").filter((message) => message === RELOADED).length;
}

/** Waits several debounce windows, in which nothing is to happen. */
function quiet(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300));
}

const saves: Record<string, Save> = {
  "written in place": inPlace,
  "renamed over": renameOver,
  "moved to a backup and created anew": backupAndCreate,
  "removed and created": removeAndCreate,
  "written in pieces": inPieces,
};

for (const [how, save] of Object.entries(saves)) {
  Deno.test(`§14.1.3 A brain that is ${how} three times restarts once each time, and the next request gets it`, async () => {
    await using serving = await start(answering("0"));
    await serving.until("0");
    for (const version of ["1", "2", "3"]) {
      await save(serving.dir.path("a.js"), answering(version));
      await serving.until(version);
    }
    await quiet();
    assert.equal(reloads(serving), 3, serving.omw.report());
  });
}

Deno.test("P93 A brain in a mounted ConfigMap restarts once at each swap of ..data", async () => {
  const dir = await Workspace.with({ "omw.toml": SERVING.replace(`"a.js"`, `"mount/a.js"`) + QUICK, "mount/a.js": "" });
  await mountData(dir.path("mount/a.js"), answering("0"));
  await using serving = await Serving.startIn(dir, ["loop", "--watch"]);
  await serving.until("0");
  for (const version of ["1", "2", "3"]) {
    await swapData(dir.path("mount/a.js"), answering(version));
    await serving.until(version);
  }
  await quiet();
  assert.equal(reloads(serving), 3, serving.omw.report());
});

Deno.test("§14.1.33 Nothing restarts when nothing changed: no edit, reading, touching, chmod, the same content saved again", async () => {
  await using serving = await start(answering("0"));
  await serving.until("0");
  const path = serving.dir.path("a.js");
  await quiet();
  await Deno.readTextFile(path);
  await Deno.utime(path, new Date(), new Date());
  await Deno.chmod(path, 0o600);
  for (const save of [inPlace, renameOver, removeAndCreate]) await save(path, answering("0"));
  await serving.dir.write("other.js", "not this one");
  await quiet();
  assert.equal((await serving.ask()).text, "0");
  assert.deepEqual(serving.omw.messages("a").filter((message) => /reload|restart/.test(message)), []);
});

Deno.test("§14.1.4 A broken edit leaves the old brain answering, with one warning and one lifecycle error; the fix restarts once", async () => {
  const told =
    `if (event.id === lifecycle && event.kind === "error") { omw.host.log("info", "told: " + event.payload); continue; }`;
  await using serving = await start(answering("old", told));
  await serving.until("old");
  await serving.dir.write("a.js", "let broken = ;");
  const warning = await serving.omw.saw(KEPT);
  assert.equal(warning.level, "WARN");
  assert.match(String(warning.error), /a\.js:1:14/);
  await serving.omw.saw((line) => /^told: .*a\.js:1:14/.test(line.message));
  assert.equal((await serving.ask()).text, "old");
  assert.equal(reloads(serving), 0);
  await serving.dir.write("a.js", answering("new"));
  await serving.until("new");
  await quiet();
  assert.equal(reloads(serving), 1);
  assert.equal(serving.omw.log.filter(({ level }) => level === "WARN").length, 1, serving.omw.report());
});

Deno.test("Broken edits one after the other warn each, and a brain without a lifecycle subscription hears of none", async () => {
  const brain = `omw.host.subscribeEndpoint("m");
    for (;;) {
      const event = omw.host.recv();
      omw.host.log("info", "got " + event.kind);
      if (event.kind !== "endpoint-message") continue;
      omw.host.streamEndpoint(event.payload.session, { content: "old", finish_reason: "stop" });
    }`;
  await using serving = await start(brain);
  await serving.until("old");
  await serving.dir.write("a.js", "(");
  await serving.omw.saw(KEPT, 1);
  await serving.dir.write("a.js", "import('x')");
  await serving.omw.saw(KEPT, 2);
  assert.equal((await serving.ask()).text, "old");
  assert.ok(!serving.omw.log.some(({ message }) => message === "got error"), serving.omw.report());
});

/** Brains that make it hard to end them, and how their run ends at an edit. */
const stubborn: Record<string, string> = {
  "§14.1.28 waits in recv without a lifecycle subscription": `for (;;) omw.host.recv();`,
  "sleeps": `omw.host.sleepFor(3600000);`,
  "waits for a model that never answers": `omw.provider.get("silent").chat("x", [], []);`,
  "polls with tryRecv and hears of the reload":
    `const l = omw.host.subscribeLifecycle(); for (;;) { const e = omw.host.tryRecv(); if (e && e.id === l) break; omw.host.sleepFor(5); }`,
  "§14.1.8 throws an error of its own at the reload": `try { omw.host.recv(); } catch { throw new Error("my own words"); }`,
  "§14.1.8 returns at the reload": `try { for (;;) omw.host.recv(); } catch {} "a result"`,
  "§14.1.9 loops without ever yielding": `for (;;) {}`,
  "catches every abort and goes on": `for (;;) try { omw.host.recv(); } catch {}`,
};

for (const [what, source] of Object.entries(stubborn)) {
  Deno.test(`A brain that ${what} is replaced by an edit, within grace and budget`, async () => {
    const silent = `[providers.silent]\nkind = "mock"\nturns = [{ pending = true }]\n`;
    await using serving = await start(`omw.host.log("info", "up"); ${source}`, silent + QUICK);
    await serving.omw.saw("up");
    const asked = performance.now();
    await serving.dir.write("a.js", answering("new"));
    await serving.until("new");
    const took = performance.now() - asked;
    assert.ok(took < 1_100 + 30 + 5_000, `it took ${took} ms`);
    assert.equal(reloads(serving), 1, serving.omw.report());
    assert.ok(!serving.omw.log.some(({ level }) => level === "ERROR"), serving.omw.report());
  });
}

Deno.test("§14.1.6, 7 What an old run's lifecycle subscription was sent reaches no later run", async () => {
  const seeing = (text: string) =>
    `omw.host.log("info", "${text} began");
    ${answering(text, `omw.host.log("info", "${text} got " + event.kind);`)}`;
  // The first brain subscribes and then is deaf, so that an error and the reload wait for it.
  const deaf =
    `omw.host.subscribeLifecycle(); omw.host.log("info", "up"); const end = Date.now() + 400; while (Date.now() < end);`;
  await using serving = await start(deaf);
  await serving.omw.saw("up");
  await serving.dir.write("a.js", "(");
  await serving.omw.saw(KEPT);
  await serving.dir.write("a.js", seeing("second"));
  await serving.until("second");
  await serving.dir.write("a.js", seeing("third"));
  await serving.until("third");
  const heard = serving.omw.log.map(({ message }) => message).filter((message) => /^(second|third) got/.test(message));
  const requests = new Set([
    "second got endpoint-message",
    "second got endpoint-session-end",
    "third got endpoint-message",
    "third got endpoint-session-end",
  ]);
  assert.deepEqual(heard.filter((message) => !requests.has(message)), ["second got reload"], serving.omw.report());
});

Deno.test("What survives a reload: memory, queued messages, subscriptions; what dies: timers, streams and their handles", async () => {
  await using serving = await start(SURVIVAL("first"), SURVIVING + QUICK);
  await serving.omw.saw("first is ready");
  await serving.dir.write("a.js", SURVIVAL("second"));
  const { message } = await serving.omw.saw((line) => line.message.startsWith("second: "));
  const seen = JSON.parse(message.slice("second: ".length));
  assert.equal(seen.memory, "kept");
  assert.deepEqual(seen.messages, ["one", "two", "three"], "of the subscription of the first run, under its handle");
  assert.deepEqual([seen.timer, seen.open], [false, false]);
});

Deno.test("With cancel_pumps_on_reload = false timers and streams outlive a reload under their handles", async () => {
  await using serving = await start(SURVIVAL("first"), `${SURVIVING}${QUICK}cancel_pumps_on_reload = false\n`);
  await serving.omw.saw("first is ready");
  await serving.dir.write("a.js", SURVIVAL("second"));
  const { message } = await serving.omw.saw((line) => line.message.startsWith("second: "));
  const seen = JSON.parse(message.slice("second: ".length));
  assert.deepEqual([seen.messages, seen.timer, seen.open], [["one", "two", "three"], true, true]);
});

/** A model that never ends, and an agent that sends three messages once it is greeted. */
const SURVIVING = `
[providers.silent]
kind = "mock"
turns = [{ pending = true }]
`;

/**
 * The first run subscribes to itself, starts a timer and a stream, sends itself three messages that it does not take, and is deaf to
 * anything but the end. The second one tells what it finds.
 */
function SURVIVAL(name: string): string {
  return `
const p = omw.provider.get("silent");
if (omw.host.memoryGet("sub") === undefined) {
  const me = omw.host.whoami();
  omw.host.memorySet("sub", omw.host.subscribeAgent(me));
  omw.host.memorySet("kept", "kept");
  omw.host.memorySet("timer", omw.host.waitFor(700));
  omw.host.memorySet("stream", p.chatStream("x", [], []));
  for (const text of ["one", "two", "three"]) omw.host.sendAgent(me, text);
  omw.host.log("info", "${name} is ready");
  omw.host.sleepFor(3600000);
} else {
  const messages = [];
  let timer = false;
  const open = p.isOpen(omw.host.memoryGet("stream"));
  const until = omw.host.waitFor(1200);
  for (let e = omw.host.recv(); e.id !== until; e = omw.host.recv()) {
    if (e.id === omw.host.memoryGet("sub")) messages.push(e.payload);
    if (e.id === omw.host.memoryGet("timer")) timer = true;
  }
  omw.host.log("info", "${name}: " + JSON.stringify({ memory: omw.host.memoryGet("kept"), messages, timer, open }));
  for (;;) try { omw.host.recv(); } catch (error) { if (error.message !== "no event available") throw error; }
}`;
}

Deno.test("§14.1.3 Edits that arrive while a run unwinds restart it once, with the newest", async () => {
  const slow = answering("old", `if (event.id === lifecycle) omw.host.log("info", "unwinding"), busy(400);`) +
    `\nfunction busy(ms) { const end = Date.now() + ms; while (Date.now() < end); }`;
  await using serving = await start(slow);
  await serving.until("old");
  await serving.dir.write("a.js", answering("middle"));
  await serving.omw.saw("unwinding");
  await serving.dir.write("a.js", answering("newest"));
  await serving.until("newest");
  await quiet();
  assert.equal(reloads(serving), 1, serving.omw.report());
});

Deno.test("A storm of forty edits, some of them broken, ends with the last one running and no error", async () => {
  await using serving = await start(answering("0"));
  await serving.until("0");
  for (let i = 1; i <= 40; i++) {
    await serving.dir.write("a.js", i % 7 === 0 ? "(" : answering(String(i)));
    await new Promise((resolve) => setTimeout(resolve, i % 5 * 12));
  }
  await serving.until("40");
  await quiet();
  assert.equal((await serving.ask()).text, "40");
  assert.ok(reloads(serving) <= 40);
  assert.ok(!serving.omw.log.some(({ level }) => level === "ERROR"), serving.omw.report());
});

Deno.test("An edit while the first process is being started is not lost", async () => {
  for (let i = 0; i < 3; i++) {
    await using serving = await start(answering("old"), QUICK.replace("30", "0"));
    await serving.dir.write("a.js", answering("new"));
    await serving.until("new");
  }
});

Deno.test("A script that two agents share restarts both; an agent of another script goes on", async () => {
  const more = ["b", "c"].map((name) =>
    `[[agents]]\nname = "${name}"\nruntime = "js"\nscript = "${name === "b" ? "a" : "c"}.js"\n`
  ).join("");
  const brain = (text: string) => `omw.host.log("info", omw.host.whoami() + " runs ${text}"); for (;;) omw.host.recv();`;
  await using serving = await Serving.start(["loop", "--watch"], {
    "omw.toml": SERVING + more + QUICK,
    "a.js": brain("old"),
    "c.js": brain("other"),
  });
  for (const message of ["a runs old", "b runs old", "c runs other"]) await serving.omw.saw(message);
  await serving.dir.write("a.js", brain("new"));
  for (const message of ["a runs new", "b runs new"]) await serving.omw.saw(message);
  await quiet();
  const { length } = serving.omw.log.filter(({ message }) => message === RELOADED);
  assert.equal(length, 2);
});

Deno.test("The interpreter component of a script is watched too: one that refuses the script changes nothing, a sound one takes over", async () => {
  const toml = `
[runtime.r]
kind = "js"
interpreter = "interpreter.wat"
[[agents]]
name = "a"
runtime = "r"
script = "a.js"
${QUICK}`;
  const forever = watComponent({ run: "(loop $again (br $again)) i32.const 32" });
  await using dir = await Workspace.with({ "omw.toml": toml, "a.js": "anything", "interpreter.wat": forever });
  await using omw = new Scenario(["run", "--watch"], { cwd: dir.dir });
  await omw.saw("brain started");
  await dir.write("interpreter.wat", watComponent({ check: "i32.const 64" }));
  const { error } = await omw.saw(KEPT);
  assert.match(String(error), /a\.js: .*oops/);
  await dir.write("interpreter.wat", watComponent({ run: "i32.const 48" }));
  assert.equal((await omw.saw("agent exited")).result, "done");
  assert.equal(await omw.end(), 0, omw.report());
});
