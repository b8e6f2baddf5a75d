import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { MAX_OWED_ACKS } from "../protocol/frames.ts";
import type { Event } from "../protocol/model.ts";
import { BrainChild, type Seen } from "../../tests/support/brain_child.ts";

const A = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const B = "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb";

function said(payload: string): Event {
  return { kind: "message", payload };
}

/** What happened, one word a frame. */
function words(frames: Seen[]): string[] {
  return frames.map((frame) => {
    if (frame.t === "do" || frame.t === "ask") return `${frame.t} ${frame.op}`;
    if (frame.t === "ack" || frame.t === "skip") return `${frame.t} ${frame.n}`;
    return frame.t;
  });
}

/** A process whose `sync` and `try_recv` are answered. */
async function start(): Promise<BrainChild> {
  const child = await BrainChild.start();
  child.answers.set("sync", () => null);
  child.answers.set("try_recv", () => null);
  return child;
}

const LOG_KINDS =
  `for (;;) { const e = omw.host.recv(); omw.host.log("info", e.kind + " " + e.payload); if (e.payload === "last") break }`;

Deno.test("recv takes a pushed event and acks it before the brain has it", async () => {
  await using child = await start();
  await child.run(LOG_KINDS);
  await child.expect({ t: "want", s: 1 });
  await child.push(1, 1, A, said("last"));
  await child.expect({ t: "ack", n: 1 });
  await child.expect({ t: "do", op: "log", message: "message last" });
  await child.expect({ t: "done" });
});

Deno.test("recv of an empty queue wants with a new number each time, and only its own timeout ends it", async () => {
  await using child = await start();
  await child.run(
    `const seen = []; for (let i = 0; i < 2; i++) try { omw.host.recv() } catch (e) { seen.push(e.name + ": " + e.message) } seen`,
  );
  await child.expect({ t: "want", s: 1 });
  await child.send({ t: "timeout", r: 1, s: 1 });
  await child.expect({ t: "want", s: 2 });
  await child.send({ t: "timeout", r: 1, s: 1 }, { t: "timeout", r: 7, s: 2 });
  await child.send({ t: "timeout", r: 1, s: 2 });
  const done = await child.expect({ t: "done" });
  strictEqual(done.v, `["Error: no event available","Error: no event available"]`);
});

Deno.test("events and frames of other runs are discarded", async () => {
  await using child = await start();
  await child.run(LOG_KINDS, { r: 5 });
  await child.expect({ t: "want" });
  await child.push(4, 1, A, said("old"));
  await child.send({ t: "abort", r: 4, why: "shutdown" }, { t: "ended", r: 4, id: A });
  await child.push(5, 1, A, said("last"));
  deepStrictEqual(words(await child.rest()), ["ack 1", "do log", "done"]);
});

Deno.test("tryRecv asks when its queue is empty and looks again after the answer", async () => {
  await using child = await BrainChild.start();
  await child.run(`[omw.host.tryRecv() === undefined, omw.host.tryRecv().payload]`);
  const first = await child.expect({ t: "ask", op: "try_recv", i: 1 });
  await child.send({ t: "re", r: 1, i: first.i as number, v: null });
  const second = await child.expect({ t: "ask", op: "try_recv", i: 2 });
  await child.push(1, 1, A, said("x"));
  await child.send({ t: "re", r: 1, i: second.i as number, v: null });
  await child.expect({ t: "ack", n: 1 });
  strictEqual((await child.expect({ t: "done" })).v, `[true,"x"]`);
});

Deno.test("tryRecv asks again when all that was pushed belonged to a cancelled handle", async () => {
  await using child = await BrainChild.start();
  await child.run(`omw.host.cancelTimer("${A}"); omw.host.tryRecv() === undefined`);
  await child.expect({ t: "do", op: "cancel_timer" });
  const first = await child.expect({ t: "ask", op: "try_recv" });
  await child.push(1, 1, A, { kind: "timer" });
  await child.send({ t: "re", r: 1, i: first.i as number, v: null });
  await child.expect({ t: "skip", n: 1 });
  const second = await child.expect({ t: "ask", op: "try_recv" });
  await child.send({ t: "re", r: 1, i: second.i as number, v: null });
  strictEqual((await child.expect({ t: "done" })).v, "true");
});

Deno.test("a cancel skips the handle's events in the queue and those that are still under way", async () => {
  await using child = await start();
  await child.run(
    `omw.host.recv(); omw.provider.get("p").cancel("${A}"); const seen = [omw.host.recv().id, omw.host.recv().id]; seen.join()`,
    { providers: { p: "openai" }, handles: [{ u: A, kind: "chat" }, { u: B, kind: "chat" }] },
  );
  await child.expect({ t: "want" });
  const delta: Event = { kind: "chat-delta", payload: { content: "x", tool_calls: [] } };
  await child.push(1, 1, B, delta);
  await child.push(1, 2, A, delta, delta);
  await child.push(1, 4, B, delta);
  await child.push(1, 5, A, { kind: "chat-end" });
  deepStrictEqual(words([await child.next(), await child.next()]), ["ack 1", "do cancel_chat"]);
  await child.push(1, 6, B, { kind: "chat-end" });
  const done = (await child.rest()).at(-1)!;
  strictEqual(done.v, `${B},${B}`);
});

Deno.test("recv that skipped all it was pushed wants anew, since the host takes the push for its answer", async () => {
  await using child = await start();
  await child.run(`omw.host.cancelTimer("${A}"); omw.host.recv().payload`);
  await child.expect({ op: "cancel_timer" });
  await child.expect({ t: "want", s: 1 });
  await child.push(1, 1, A, { kind: "timer" });
  await child.expect({ t: "skip", n: 1 });
  await child.expect({ t: "want", s: 2 });
  await child.push(1, 2, B, said("b"));
  await child.expect({ t: "ack", n: 2 });
  strictEqual((await child.expect({ t: "done" })).v, "b");
});

Deno.test("cancel of a handle of another kind suppresses nothing; unsubscribeAgent neither", async () => {
  await using child = await start();
  await child.run(
    `omw.host.cancelTimer("${A}"); omw.host.unsubscribeAgent("${B}"); [omw.host.recv().payload, omw.host.recv().payload].join()`,
    { handles: [{ u: A, kind: "agent", source: "bob" }, { u: B, kind: "agent", source: "carol" }] },
  );
  await child.push(1, 1, A, said("a"));
  await child.push(1, 2, B, said("b"));
  strictEqual((await child.rest()).at(-1)!.v, "a,b");
});

Deno.test("after 4,096 suppressed handles a sync bounds what is remembered, and queued events stay skipped", async () => {
  await using child = await BrainChild.start();
  await child.run(
    `omw.host.recv();
     for (let i = 0; i < 4096; i++) omw.host.cancelTimer("00000000-0000-4000-8000-" + String(i).padStart(12, "0"));
     omw.host.cancelTimer("${A}");
     omw.host.recv().payload`,
  );
  await child.expect({ t: "want" });
  await child.push(1, 1, B, said("first"));
  await child.push(1, 2, A, { kind: "timer" });
  let cancels = 0;
  let syncs = 0;
  for (;;) {
    const frame = await child.next();
    if (frame.op === "cancel_timer") cancels++;
    if (frame.t === "ask") {
      syncs++;
      await child.send({ t: "re", r: 1, i: frame.i as number, v: null });
      if (cancels > 4096) break;
    }
  }
  strictEqual(cancels, 4097);
  await child.push(1, 3, B, said("second"));
  child.answers.set("sync", () => null);
  const rest = await child.rest();
  deepStrictEqual(words(rest).filter((word) => word.startsWith("skip") || word.startsWith("ack")), ["skip 2", "ack 3"]);
  strictEqual(rest.at(-1)!.v, "second");
  strictEqual(syncs >= 1, true);
});

Deno.test("a queued event is handed over only after a sync when stdin was last read more than 10 ms ago", async () => {
  await using child = await BrainChild.start();
  await child.run(`omw.host.recv(); const until = Date.now() + 40; while (Date.now() < until); omw.host.recv().payload`);
  await child.expect({ t: "want" });
  await child.push(1, 1, A, said("a"), said("b"));
  await child.expect({ t: "ack", n: 1 });
  const sync = await child.expect({ t: "ask", op: "sync" });
  await child.send({ t: "re", r: 1, i: sync.i as number, v: null });
  await child.expect({ t: "ack", n: 2 });
  strictEqual((await child.expect({ t: "done" })).v, "b");
});

Deno.test("a stale queue is overtaken by an abort: the prefetched event is not acked", async () => {
  await using child = await BrainChild.start();
  await child.run(`omw.host.recv(); const until = Date.now() + 40; while (Date.now() < until); omw.host.recv().payload`);
  await child.expect({ t: "want" });
  await child.push(1, 1, A, said("a"), said("b"));
  await child.expect({ t: "ack", n: 1 });
  const sync = await child.expect({ t: "ask", op: "sync" });
  await child.send({ t: "abort", r: 1, why: "reload" }, { t: "re", r: 1, i: sync.i as number, v: null });
  const done = await child.expect({ t: "done" });
  strictEqual((done.err as string).startsWith("Error: agent reloaded"), true);
});

function delta(content: string): Event {
  return { kind: "chat-delta", payload: { content, tool_calls: [] } };
}

Deno.test("the ack of a chat delta is owed: one for all of them, before the next frame and before the next wait", async () => {
  await using child = await start();
  await child.run(
    `omw.host.recv(); omw.host.recv(); omw.host.recv(); omw.host.log("info", "three"); omw.host.recv(); omw.host.recv()`,
  );
  await child.expect({ t: "want" });
  await child.push(1, 1, A, delta("a"), delta("b"), delta("c"), delta("d"));
  await child.expect({ t: "ack", n: 3 });
  await child.expect({ t: "do", op: "log" });
  await child.expect({ t: "ack", n: 4 });
  await child.expect({ t: "want" });
  await child.push(1, 5, A, delta("e"));
  await child.expect({ t: "ack", n: 5 });
  await child.expect({ t: "done" });
});

const others: readonly Event[] = [
  said("x"),
  { kind: "endpoint-message", payload: { session: B, messages: [], tools: [] } },
  { kind: "endpoint-session-end", payload: { session: B } },
];

for (const event of others) {
  Deno.test(`any other event, such as ${event.kind}, is acked before it is handed over, and with it what is owed`, async () => {
    await using child = await start();
    await child.run(`omw.host.recv(); omw.host.recv(); for (;;) {}`);
    await child.expect({ t: "want" });
    await child.push(1, 1, A, delta("a"), event);
    await child.expect({ t: "ack", n: 2 });
  });
}

Deno.test("no more acks are owed than the protocol says", async () => {
  await using child = await start();
  await child.run(`for (let i = 0; i < ${MAX_OWED_ACKS}; i++) omw.host.recv(); for (;;) {}`);
  await child.expect({ t: "want" });
  await child.push(1, 1, A, ...Array.from({ length: MAX_OWED_ACKS }, () => delta("x")));
  await child.expect({ t: "ack", n: MAX_OWED_ACKS });
});

Deno.test("while somebody listens to the trace, deltas are acked one by one before they are handed over", async () => {
  await using child = await start();
  await child.run(`omw.host.recv(); omw.host.recv(); for (;;) {}`, { trace: true });
  await child.expect({ t: "want" });
  await child.push(1, 1, A, delta("a"), delta("b"));
  await child.expect({ t: "ack", n: 1 });
  await child.expect({ t: "ack", n: 2 });
});
