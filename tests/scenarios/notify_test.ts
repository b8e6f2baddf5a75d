/**
 * What a service manager is told (sd_notify(3); pains P97).
 */

import assert from "node:assert/strict";
import { play, Scenario } from "../support/scenario.ts";
import { ServiceManager } from "../support/service_manager.ts";
import { Workspace } from "../support/workspace.ts";

const CONFIG = `
[runtime.js]
kind = "js"
[[agents]]
name = "a"
runtime = "js"
script = "a.js"
[tunables]
watch_debounce_ms = 30
allow_unlocked_secrets = true
`;

/** A provider with a key: the key is locked in memory, and the FFI permission given back for it. */
const SECRET = `[providers.p]\nkind = "openai"\napi_key = "sk-secret"\n`;

const IDLE = `omw.host.log("info", "up"); for (;;) omw.host.recv();`;

for (const kind of ["a path", "an abstract name"] as const) {
  Deno.test(`P97 A manager at ${kind} hears READY, pings, RELOADING and READY, STOPPING, from the main process, secrets or not`, async () => {
    await using dir = await Workspace.with({ "omw.toml": CONFIG + SECRET, "a.js": IDLE });
    const name = kind === "a path" ? dir.path("notify") : `omw-test-${crypto.randomUUID()}`;
    await using manager = await ServiceManager.start(kind === "a path" ? name : `\0${name}`);
    const env = { NOTIFY_SOCKET: kind === "a path" ? name : `@${name}`, WATCHDOG_USEC: "100000" };
    await using omw = new Scenario(["loop", "--watch"], { cwd: dir.dir, env });
    await manager.got(/^READY=1$/);
    await omw.saw("agent iteration starting");
    await manager.got(/^WATCHDOG=1$/, 3);
    await dir.write("omw.toml", `${CONFIG}${SECRET}# changed\n`);
    await manager.got(/^READY=1$/, 2);
    await dir.write("omw.toml", "[[broken");
    await manager.got(/^READY=1$/, 3);
    omw.signal("SIGTERM");
    await manager.got(/^STOPPING=1$/);
    assert.equal(await omw.end(), 0, omw.report());
    const states = manager.messages.filter((message) => message !== "WATCHDOG=1").map((message) => message.split("\n")[0]);
    assert.deepEqual(states, ["READY=1", "RELOADING=1", "READY=1", "RELOADING=1", "READY=1", "STOPPING=1"]);
    const reloading = manager.messages.find((message) => message.startsWith("RELOADING"));
    assert.match(reloading ?? "", /^RELOADING=1\nMONOTONIC_USEC=\d+$/);
  });
}

Deno.test("P97 A host that makes no progress sends no pings", async () => {
  await using dir = await Workspace.with({ "omw.toml": CONFIG, "a.js": IDLE });
  await using manager = await ServiceManager.start(dir.path("notify"));
  const env = { NOTIFY_SOCKET: dir.path("notify"), WATCHDOG_USEC: "40000" };
  await using omw = new Scenario(["loop"], { cwd: dir.dir, env });
  await manager.got(/^WATCHDOG=1$/, 2);
  omw.signal("SIGSTOP");
  await new Promise((resolve) => setTimeout(resolve, 100));
  const before = manager.messages.length;
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(manager.messages.length, before);
  omw.signal("SIGCONT");
  await manager.got(/^WATCHDOG=1$/, before);
});

Deno.test("omw run tells its manager that it stops when its agents have ended, and never that a broken config is ready", async () => {
  await using dir = await Workspace.with({ "omw.toml": CONFIG, "a.js": `"done"` });
  await using manager = await ServiceManager.start(dir.path("notify"));
  const env = { NOTIFY_SOCKET: dir.path("notify") };
  assert.equal((await play(["run"], { cwd: dir.dir, env })).code, 0);
  await manager.got(/^STOPPING=1$/);
  assert.deepEqual(manager.messages, ["READY=1", "STOPPING=1"]);
  await dir.write("omw.toml", "[[broken");
  assert.equal((await play(["run"], { cwd: dir.dir, env })).code, 1);
  await manager.got(/^STOPPING=1$/, 2);
  assert.deepEqual(manager.messages, ["READY=1", "STOPPING=1", "STOPPING=1"]);
});

Deno.test("A NOTIFY_SOCKET that cannot be used ends the start with a line that says so", async () => {
  await using dir = await Workspace.with({ "omw.toml": CONFIG, "a.js": `"done"` });
  const { code, omw } = await play(["run"], { cwd: dir.dir, env: { NOTIFY_SOCKET: "not/absolute" } });
  assert.equal(code, 1);
  assert.match(omw.plain.at(-1) ?? "", /^omw: NOTIFY_SOCKET cannot be used: .*not\/absolute.*unset it/);
});

Deno.test("Neither brains nor tool servers see the manager's socket", async () => {
  const server = `[tooling.t]
kind = "mcp"
transport = "stdio"
command = "sh"
args = ["-c", "env > seen.txt"]
connect_timeout_secs = 5
`;
  const brain = `try { omw.tooling.get("t").listTools(); } catch {} "done"`;
  await using dir = await Workspace.with({ "omw.toml": CONFIG + server, "a.js": brain });
  await using manager = await ServiceManager.start(dir.path("notify"));
  const env = { NOTIFY_SOCKET: dir.path("notify"), WATCHDOG_USEC: "1000000" };
  await using omw = new Scenario(["run"], { cwd: dir.dir, env });
  await omw.saw("agent iteration starting");
  const seen = await readWhenThere(dir.path("seen.txt"));
  assert.ok(seen.includes("PATH="));
  assert.ok(!/NOTIFY_SOCKET|WATCHDOG/.test(seen), seen);
  omw.signal("SIGTERM");
  assert.equal(await omw.end(), 0, omw.report());
  assert.equal(manager.messages.at(-1), "STOPPING=1");
});

async function readWhenThere(path: string): Promise<string> {
  const limit = Date.now() + 20_000;
  for (;;) {
    const text = await Deno.readTextFile(path).catch(() => "");
    if (text.endsWith("\n")) return text;
    if (Date.now() > limit) throw new Error(`${path} never came`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
