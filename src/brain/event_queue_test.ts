import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { EventQueue } from "./event_queue.ts";

function event(n: number, id = "a"): { run: number; n: number; id: string; kind: string; text: string } {
  return { run: 1, n, id, kind: "message", text: "" };
}

Deno.test("EventQueue keeps its order over many more events than it holds at once", () => {
  const queue = new EventQueue();
  const taken: number[] = [];
  for (let n = 1; n <= 10_000; n++) {
    queue.push(event(n));
    if (n % 3 === 0) {
      taken.push(queue.peek()!.n);
      queue.shift();
    }
  }
  strictEqual(queue.size, 10_000 - taken.length);
  deepStrictEqual(taken.slice(-2), [3332, 3333]);
  strictEqual(queue.peek()!.n, 3334);
});

Deno.test("EventQueue.drop marks queued events of the handles alone", () => {
  const queue = new EventQueue();
  for (const [n, id] of [[1, "a"], [2, "b"], [3, "a"]] as const) queue.push(event(n, id));
  queue.drop(new Set(["a"]));
  queue.push(event(4, "a"));
  const marks: boolean[] = [];
  for (let next = queue.peek(); next !== undefined; next = queue.peek()) {
    marks.push(queue.isDropped(next));
    queue.shift();
  }
  deepStrictEqual(marks, [true, false, true, false]);
});

Deno.test("EventQueue.retag gives what is queued under a handle to another one, and nothing that comes later", () => {
  const queue = new EventQueue();
  for (const [n, id] of [[1, "a"], [2, "b"], [3, "a"]] as const) queue.push(event(n, id));
  queue.shift();
  queue.retag("a", "c");
  queue.push(event(4, "a"));
  const ids: string[] = [];
  for (let next = queue.peek(); next !== undefined; next = queue.peek()) {
    ids.push(next.id);
    queue.shift();
  }
  deepStrictEqual(ids, ["b", "c", "a"]);
});
