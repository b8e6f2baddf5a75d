/**
 * Events are delivered at most once, and what was not acked is not lost (design §3).
 */

import assert from "node:assert/strict";
import { loadConfig } from "../../src/config/mod.ts";
import { Host, Registries } from "../../src/engine/mod.ts";
import { TraceHub } from "../../src/host/mod.ts";
import { allGone } from "../support/process_tree.ts";
import { Workspace } from "../support/workspace.ts";

const CONFIG = `
[runtime.js]
kind = "js"

[[agents]]
name = "sender"
runtime = "js"
script = "sender.js"

[[agents]]
name = "receiver"
runtime = "js"
script = "receiver.js"
`;

/** Waits until the receiver listens, sends 1 to 1000 once in its life, then idles. */
const SENDER = `
const lc = omw.host.subscribeLifecycle();
if (omw.host.memoryGet("sent") === undefined) {
  omw.host.subscribeAgent("receiver");
  omw.host.recv();
  for (let i = 1; i <= 1000; i++) omw.host.sendAgent("receiver", String(i));
  omw.host.memorySet("sent", "yes");
}
omw.host.sleepFor(600000);
`;

/** Receives for ever; on its first life it says until it hears something that it is there. */
const RECEIVER = `
omw.host.subscribeAgent("sender");
if (omw.host.memoryGet("seen") === undefined) {
  while (omw.host.tryRecv() === undefined) { omw.host.sendAgent("sender", "ready"); omw.host.sleepFor(5); }
  omw.host.memorySet("seen", "yes");
}
for (;;) omw.host.recv();
`;

Deno.test("1,000 messages with kill -9 of the receiving brain in between: acked before and received after are disjoint and together 1 to 1000", async () => {
  await using dir = await Workspace.with({ "omw.toml": CONFIG, "sender.js": SENDER, "receiver.js": RECEIVER });
  const loaded = await loadConfig({ path: dir.path("omw.toml"), env: {}, cwd: dir.dir });
  const trace = new TraceHub();
  const host = await Host.build(loaded, Registries.builtin(), { watch: false, trace });
  const receiver = host.supervisors.get("receiver")!;
  const before: number[] = [];
  const after: number[] = [];
  let killed: number | undefined;
  const all = Promise.withResolvers<void>();
  trace.listen((entry) => {
    if (entry.kind !== "inbound" || entry.agent !== "receiver") return;
    const run = receiver.run!;
    const number = Number((entry.payload as { data: string }).data);
    if (killed === undefined || run.pid === killed) before.push(number);
    else after.push(number);
    if (before.length === 300 && killed === undefined) Deno.kill(killed = run.pid, "SIGKILL");
    if (before.length + after.length === 1000) all.resolve();
  });
  const looping = Promise.all([...host.supervisors.values()].map((supervisor) => supervisor.loop()));
  const late = setTimeout(() => all.reject(new Error(`only ${before.length} and ${after.length} arrived`)), 30_000);
  await all.promise;
  clearTimeout(late);
  host.stop("shutdown");
  await looping;
  await host.close();
  assert.ok(before.length >= 300 && after.length > 0, `the kill came in between: ${before.length} and ${after.length}`);
  assert.deepEqual([...before, ...after], Array.from({ length: 1000 }, (_, i) => i + 1));
  await allGone([killed!]);
});
