import assert from "node:assert/strict";
import { type Event, MAX_FRAME_BYTES, WINDOW_BYTES, WINDOW_EVENTS } from "../protocol/mod.ts";
import { Inbox } from "./inbox.ts";

const A = "00000000-0000-4000-8000-00000000000a";
const B = "00000000-0000-4000-8000-00000000000b";

function message(payload: string): Event {
  return { kind: "message", payload };
}

function inbox(bound = 1024): { box: Inbox; heard: string[] } {
  const heard: string[] = [];
  const box = new Inbox(bound, {
    dropped: (kind) => heard.push(`dropped ${kind}`),
    droppedInAll: (count) => heard.push(`in all ${count}`),
  });
  return { box, heard };
}

function payloads(box: Inbox): string[] {
  const out: string[] = [];
  for (let entry = box.take(); entry; entry = box.take()) out.push(JSON.parse(entry.json).payload);
  return out;
}

Deno.test("Inbox hands out events in order, numbered from 1, and keeps them until they are settled", () => {
  const { box } = inbox();
  for (const text of ["a", "b", "c"]) box.put(A, message(text));
  const first = box.take()!;
  const second = box.take()!;
  assert.deepEqual([first.n, first.id, JSON.parse(first.json)], [1, A, { kind: "message", payload: "a" }]);
  assert.equal(second.n, 2);
  assert.equal(box.size, 3);
  assert.equal(box.settle(2), undefined, "only the oldest in flight can be settled");
  assert.equal(box.settle(1), first);
  assert.equal(box.settle(1), undefined, "and only once");
  assert.equal(box.size, 2);
});

Deno.test("Inbox returns what is in flight to its head when a run ends, and numbers anew", () => {
  const { box } = inbox();
  for (const text of ["a", "b", "c", "d"]) box.put(A, message(text));
  box.attach(() => {});
  for (let i = 0; i < 3; i++) box.take();
  box.settle(1);
  box.detach();
  box.put(A, message("e"));
  box.attach(() => {});
  const next = box.take()!;
  assert.deepEqual([next.n, JSON.parse(next.json).payload], [1, "b"]);
  assert.deepEqual(payloads(box), ["c", "d", "e"]);
});

Deno.test("Inbox turns others away at its bound, events in flight included, and tells once a burst", () => {
  const { box, heard } = inbox(2);
  assert.equal(box.offer(A, message("a")), true);
  assert.equal(box.offer(A, message("b")), true);
  box.take();
  assert.equal(box.offer(A, message("c")), false);
  assert.equal(box.offer(A, message("d")), false);
  assert.deepEqual(heard, ["dropped message"]);
  box.settle(1);
  assert.equal(box.offer(A, message("e")), true);
  assert.deepEqual(heard, ["dropped message", "in all 2"]);
  box.put(A, { kind: "timer" });
  assert.equal(box.size, 3, "terminal and timer events always enter");
});

Deno.test("Inbox pushes at most a window of events, and of bytes", () => {
  const { box } = inbox();
  for (let i = 0; i < WINDOW_EVENTS + 5; i++) box.put(A, message(`${i}`));
  assert.equal(payloads(box).length, WINDOW_EVENTS);
  box.settle(1);
  assert.equal(payloads(box).length, 1, "an ack gives credit back");

  const large = inbox().box;
  for (let i = 0; i < 4; i++) large.put(A, message("x".repeat(WINDOW_BYTES / 3)));
  assert.equal(payloads(large).length, 2);
});

Deno.test("Inbox lets an event that is larger than the window travel alone", () => {
  const { box } = inbox();
  box.put(A, message("small"));
  box.put(A, message("x".repeat(2 * WINDOW_BYTES)));
  box.put(A, message("after"));
  assert.deepEqual(payloads(box), ["small"]);
  box.settle(1);
  assert.equal(payloads(box).length, 1);
  assert.equal(box.take(), undefined);
  box.settle(2);
  assert.deepEqual(payloads(box), ["after"]);
});

Deno.test("Inbox turns an event that no frame can carry into an error of the same source", () => {
  const { box } = inbox();
  box.put(A, message("é".repeat(MAX_FRAME_BYTES / 2)));
  const entry = box.take()!;
  assert.equal(entry.id, A);
  assert.equal(entry.kind, "error");
  assert.match(JSON.parse(entry.json).payload, /^the message event is too large: 16777\d+ bytes, where at most 16777\d+ can/);
  box.put(A, message("é".repeat(MAX_FRAME_BYTES / 2 - 200)));
  box.settle(1);
  assert.equal(box.take()!.kind, "message");
});

Deno.test("Inbox drops a cancelled source's events, queued and in flight, and no others", () => {
  const { box } = inbox();
  for (const [id, text] of [[A, "a1"], [B, "b1"], [A, "a2"], [B, "b2"]] as const) box.put(id, message(text));
  box.attach(() => {});
  box.take();
  box.take();
  box.cancel(A);
  assert.deepEqual(payloads(box), ["b2"], "a2 is never pushed");
  box.detach();
  box.attach(() => {});
  assert.deepEqual(payloads(box), ["b1", "b2"], "a1 was in flight and does not come back");
  assert.equal(box.size, 2);
});

Deno.test("Inbox keeps only the newest unread update of a subscription", () => {
  const { box } = inbox();
  const update = (text: string): Event => ({ kind: "resource-updated", payload: [{ uri: "u", content: text }] });
  box.putLatest(A, update("1"));
  box.putLatest(B, update("x"));
  box.putLatest(A, update("2"));
  assert.equal(box.size, 2);
  assert.equal(JSON.parse(box.take()!.json).payload[0].content, "2");
  box.putLatest(A, update("3"));
  assert.equal(box.size, 3, "what is in flight is not replaced");
  box.putLatest(A, { kind: "error", payload: "gone" });
  assert.equal(box.size, 4, "an error does not hide an update");
});

Deno.test("Inbox wakes waiting pumps one by one as room comes", async () => {
  const { box } = inbox(1);
  box.put(A, message("full"));
  const order: string[] = [];
  const signal = new AbortController().signal;
  const waits = ["p", "q"].map((name) =>
    box.room(signal).then(() => {
      order.push(name);
      box.put(A, message(name));
    })
  );
  box.take();
  box.settle(1);
  await waits[0];
  assert.deepEqual(order, ["p"]);
  box.take();
  box.settle(2);
  await waits[1];
  assert.deepEqual(order, ["p", "q"]);
});

Deno.test("Inbox.room() rejects when its signal fires, and holds up nobody then", async () => {
  const { box } = inbox(1);
  box.put(A, message("full"));
  const gone = new AbortController();
  const first = box.room(gone.signal);
  const second = box.room(new AbortController().signal);
  gone.abort(new Error("cancelled"));
  await assert.rejects(first, /cancelled/);
  box.take();
  box.settle(1);
  await second;
});

Deno.test("Inbox is linear: a hundred thousand events in and out", () => {
  const { box } = inbox();
  const start = performance.now();
  for (let i = 0; i < 100_000; i++) box.put(A, { kind: "timer" });
  for (let n = 1; n <= 100_000; n++) {
    assert.ok(box.take());
    box.settle(n);
  }
  assert.equal(box.size, 0);
  assert.ok(performance.now() - start < 5_000, "a quadratic one takes minutes");
});

function request(session: string): Event {
  return { kind: "endpoint-message", payload: { session, messages: [], tools: [] } };
}

function sessionEnd(session: string): Event {
  return { kind: "endpoint-session-end", payload: { session, error: "endpoint session aborted" } };
}

function kinds(box: Inbox): string[] {
  const out: string[] = [];
  for (let entry = box.take(); entry; entry = box.take()) out.push(entry.kind);
  return out;
}

Deno.test("Inbox takes back a request that waits, once, and it counts no more", () => {
  const { box } = inbox(2);
  box.put(A, request("s1"));
  box.put(A, message("kept"));
  assert.equal(box.hasRoom, false);
  assert.equal(box.withdraw("s1"), true);
  assert.equal(box.withdraw("s1"), false);
  assert.deepEqual([box.size, box.hasRoom], [1, true]);
  assert.deepEqual(payloads(box), ["kept"]);
  assert.equal(box.size, 1, "what is in flight counts");
});

Deno.test("Inbox leaves a request in flight to the brain; it does not come back when the run dies, nor does its end", () => {
  const { box } = inbox();
  box.attach(() => {});
  for (const session of ["seen", "unseen", "open"]) box.put(A, request(session));
  for (let i = 0; i < 3; i++) box.take();
  for (const session of ["seen", "unseen"]) {
    assert.equal(box.withdraw(session), false);
    box.put(A, sessionEnd(session));
  }
  box.settle(1);
  box.detach();
  box.attach(() => {});
  assert.equal(box.size, 2, "the open request, and the end of the one that the brain had taken");
  assert.deepEqual(kinds(box), ["endpoint-message", "endpoint-session-end"]);
});

Deno.test("Inbox tells its reader which events should not wait", () => {
  const { box } = inbox();
  const urgent: boolean[] = [];
  box.attach((now) => urgent.push(now));
  box.put(A, sessionEnd("s"), false);
  box.put(A, message("a"));
  box.offer(A, message("b"));
  assert.deepEqual(urgent, [false, true, true]);
  assert.deepEqual(kinds(box), ["endpoint-session-end", "message", "message"], "in their order all the same");
});

Deno.test("Inbox gives what waits under a replaced handle to its successor, in flight or not", () => {
  const { box } = inbox();
  box.attach(() => {});
  box.put(A, message("a"));
  const flying = box.take()!;
  box.put(A, message("b"));
  box.put(B, message("c"));
  box.retag(A, B);
  assert.equal(flying.id, B);
  box.cancel(A);
  assert.deepEqual(payloads(box), ["b", "c"]);
  box.cancel(B);
  box.detach();
  assert.equal(box.size, 0);
});

Deno.test("Inbox takes another bound while it is in use", () => {
  const { box } = inbox(1);
  box.put(A, message("a"));
  box.bound = 2;
  assert.equal(box.offer(A, message("b")), true);
  assert.equal(box.offer(A, message("c")), false);
});

Deno.test("Inbox writes deltas as JSON.stringify does", () => {
  const { box } = inbox();
  const deltas = [
    { content: "a", tool_calls: [] },
    { content: "", tool_calls: [] },
    { content: `"\\\u2028\ud800\n`, tool_calls: [] },
    { content: "a", reasoning: "r", tool_calls: [] },
    { content: "a", tool_calls: [], finish_reason: "stop" },
    { tool_calls: [] },
    { content: "a", tool_calls: [{ index: 0, id: "1" }] },
    { content: "a", tool_calls: [], usage: { total_tokens: 1 } },
  ];
  for (const payload of deltas) {
    box.put(A, { kind: "chat-delta", payload });
    assert.equal(box.take()!.json, JSON.stringify({ kind: "chat-delta", payload }));
  }
});

Deno.test("Inbox.settleThrough() settles all up to a number, and nothing for one that is not in flight", () => {
  const { box } = inbox();
  for (const text of ["a", "b", "c", "d"]) box.put(A, message(text));
  box.attach(() => {});
  for (let i = 0; i < 3; i++) box.take();
  assert.deepEqual(box.settleThrough(4), [], "4 was not taken");
  assert.deepEqual(box.settleThrough(2).map(({ n }) => n), [1, 2]);
  assert.deepEqual(box.settleThrough(2), [], "and only once");
  assert.deepEqual(box.settleThrough(0), []);
  assert.deepEqual(box.settleThrough(3).map(({ n }) => n), [3]);
  assert.deepEqual(box.settleThrough(3), []);
  assert.equal(box.size, 1);
});

Deno.test("Inbox keeps what a lost process had in flight, save chat deltas: one of them may have been received", () => {
  const { box } = inbox();
  const delta: Event = { kind: "chat-delta", payload: { content: "d", tool_calls: [] } };
  for (const event of [delta, message("a"), delta]) box.put(A, event);
  const kinds = () => {
    const out: string[] = [];
    for (let entry = box.take(); entry; entry = box.take()) out.push(entry.kind);
    return out;
  };
  box.attach(() => {});
  assert.deepEqual(kinds(), ["chat-delta", "message", "chat-delta"]);
  box.detach();
  box.attach(() => {});
  assert.deepEqual(kinds(), ["chat-delta", "message", "chat-delta"], "a run that ended by itself has acked what it was handed");
  box.put(A, delta);
  box.detach(true);
  box.attach(() => {});
  assert.deepEqual(kinds(), ["message", "chat-delta"], "what was not in flight stays");
});
