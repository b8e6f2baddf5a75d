import assert from "node:assert/strict";
import type { TraceEvent, TraceFeed } from "../protocol/mod.ts";
import { compileCondition } from "./condition.ts";
import { GateSet } from "./gate.ts";

/** A trace that a test writes. */
class Trace implements TraceFeed {
  readonly #listeners = new Set<(event: TraceEvent) => void>();

  listen(listener: (event: TraceEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  call(op: string, detail: Extract<TraceEvent, { kind: "call" }>["detail"] = {}): void {
    for (const listener of this.#listeners) listener({ kind: "call", agent: "any", op, detail });
  }
}

const forever = new AbortController().signal;

async function isOpen(gate: { pass(signal: AbortSignal): Promise<void> }): Promise<boolean> {
  const stop = new AbortController();
  const passed = gate.pass(stop.signal).then(() => true, () => false);
  // What is open lets through within a few turns of the microtask queue.
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  stop.abort();
  return await passed;
}

Deno.test("compileCondition() compares names exactly and bodies by pattern", () => {
  const call: TraceEvent = { kind: "call", agent: "a", op: "chat", detail: { model: "gpt-4" } };
  const inbound: TraceEvent = {
    kind: "inbound",
    agent: "a",
    id: "1",
    event: "chat-delta",
    payload: { kind: "chat-delta", data: { content: "v2" } },
  };
  const outcome: TraceEvent = { kind: "outcome", agent: "a", outcome: { kind: "completed" } };
  const meets = (source: unknown) => [call, inbound, outcome].map((event) => compileCondition(source).matches(event));
  assert.deepEqual(meets({ kind: "call" }), [true, false, false]);
  assert.deepEqual(meets({ kind: "call", op: "chat", detail: { model: "^gpt" }, other: 1 }), [true, false, false]);
  assert.deepEqual(meets({ kind: "call", op: "cha" }), [false, false, false]);
  assert.deepEqual(meets({ kind: "call", op: "^cha" }), [true, false, false]);
  assert.deepEqual(meets({ kind: "inbound", event: "chat-delta", payload: { data: { content: "v2" } } }), [false, true, false]);
  assert.deepEqual(meets({ kind: "inbound", payload: { data: { content: "v3" } } }), [false, false, false]);
  assert.equal(
    String(compileCondition({ kind: "call", op: "chat", detail: { model: "x" } })),
    'call(op=Some("chat"), detail={model: /x/})',
  );
  assert.throws(() => compileCondition({ kind: "any" }), /expected kind = "call" or kind = "inbound", found "any"/);
  assert.throws(() => compileCondition({ op: "x" }), /found no kind/);
  assert.throws(() => compileCondition({ kind: "call", op: 5 }), /op must be text, found 5/);
});

Deno.test("GateSet opens what has no condition, and refuses what is none", async () => {
  const gates = new GateSet(() => assert.fail("no warning is due"));
  assert.ok(await isOpen(gates.gate(undefined)));
  assert.ok(await isOpen(gates.gate("start")));
  assert.throws(() => gates.gate("later"), /^TypeError: `after` must be "start" or a pattern, got "later"$/);
  assert.throws(() => gates.gate({ kind: "skip" }), /expected kind/);
});

Deno.test("GateSet opens a gate at a matching entry, before or after it was reached", async () => {
  const trace = new Trace();
  const gates = new GateSet(() => assert.fail("no warning is due"));
  const chat = { kind: "call", op: "chat" };
  const [one, two, wrapped, other] = [
    gates.gate(chat),
    gates.gate(chat),
    gates.gate({ $until: chat }),
    gates.gate({ kind: "call", op: "log" }),
  ];
  gates.attach(trace);
  const waiting = one.pass(forever);
  assert.ok(!await isOpen(two));
  trace.call("whoami");
  assert.ok(!await isOpen(two));
  trace.call("chat");
  await waiting;
  // One entry opens all gates that wait for it, and they stay open.
  for (const gate of [one, two, wrapped]) assert.ok(await isOpen(gate));
  assert.ok(!await isOpen(other));
  assert.equal(trace.listeners, 1);
  trace.call("log");
  assert.ok(await isOpen(other));
  assert.equal(trace.listeners, 0);
});

Deno.test("GateSet lets a waiting step be aborted", async () => {
  const gates = new GateSet(() => {});
  const gate = gates.gate({ kind: "call" }, "endpoint.requests[0].after");
  gates.attach(new Trace());
  const stop = new AbortController();
  assert.deepEqual(gates.waiting(), []);
  const waiting = gate.pass(stop.signal);
  assert.deepEqual(gates.waiting(), ["endpoint.requests[0].after waits for call(op=None, detail=none)"]);
  stop.abort(new Error("enough"));
  await assert.rejects(waiting, /enough/);
  assert.deepEqual(gates.waiting(), []);
  await assert.rejects(gate.pass(stop.signal), /enough/);
});

Deno.test("GateSet without a trace warns once and opens", async () => {
  const warnings: string[] = [];
  const gates = new GateSet((message) => warnings.push(message));
  const [one, two] = [gates.gate({ kind: "call" }), gates.gate({ kind: "inbound" })];
  await one.pass(forever);
  await two.pass(forever);
  assert.equal(warnings.length, 1);
});

Deno.test("Condition.nearMiss() tells why an entry of the right name is not meant", () => {
  const condition = compileCondition({ kind: "call", op: "chat", detail: { model: "^b" } });
  const call = (op: string, model: string): TraceEvent => ({ kind: "call", agent: "a", op, detail: { model } });
  assert.deepEqual(condition.nearMiss(call("chat", "abc")), [{ path: "detail.model", wanted: "/^b/", found: "abc" }]);
  assert.equal(condition.nearMiss(call("chat", "bcd")), undefined);
  assert.equal(condition.nearMiss(call("sleep_for", "abc")), undefined);
  assert.equal(compileCondition({ kind: "call" }).nearMiss(call("chat", "x")), undefined);
});
