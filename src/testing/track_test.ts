import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { TraceEvent } from "../protocol/mod.ts";
import { parseAssertions } from "./assertions.ts";
import { Track } from "./track.ts";

function track(trace: string, ...events: unknown[]): Track {
  const subject = new Track(parseAssertions({ a: { events } }).get("a")!.steps);
  for (const op of trace) subject.feed(call(op));
  return subject;
}

function call(op: string): TraceEvent {
  return { kind: "call", agent: "a", op, detail: null };
}

function ops(events: readonly TraceEvent[]): string {
  return events.map((event) => event.kind === "call" ? event.op : "?").join("");
}

function op(name: string): unknown {
  return { kind: "call", op: name };
}

Deno.test("Track keeps what came up to the cursor's last step, and what came since", () => {
  const subject = track("xaybz", op("a"), op("b"), op("c"));
  deepStrictEqual([ops(subject.before), ops(subject.after), subject.index, subject.isDone], ["xayb", "z", 2, false]);
  subject.feed(call("c"));
  strictEqual(subject.isDone, true);
  subject.feed(call("d"));
  ok(!ops(subject.before).includes("d"));
});

Deno.test("Track keeps the run of a $while with what came since: no single entry took the cursor on", () => {
  const subject = track("aabb", op("a"), { $while: op("a") }, op("c"));
  deepStrictEqual([ops(subject.before), ops(subject.after), subject.index], ["a", "abb", 2]);
});

Deno.test("Track keeps few entries of a long trace, the taken one among them", () => {
  const subject = track("x".repeat(10_000) + "a" + "y".repeat(10_000), op("a"), op("b"));
  ok(ops(subject.before).endsWith("xa"));
  ok(subject.before.length < 100 && subject.after.length < 1_000);
  strictEqual(subject.after.length + subject.dropped, 10_000);
});
