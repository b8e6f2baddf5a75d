import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import type { TraceEvent } from "../protocol/mod.ts";
import { TraceLaggedError, TraceStream } from "./trace_stream.ts";

function call(op: string): TraceEvent {
  return { kind: "call", agent: "a", op, detail: {} };
}

async function opsOf(stream: TraceStream): Promise<string[]> {
  return (await Array.fromAsync(stream)).map((event) => event.kind === "call" ? event.op : event.kind);
}

Deno.test("TraceStream gives entries in order, those that come while the reader works too, until its end", async () => {
  const stream = new TraceStream(10);
  const seen: string[] = [];
  stream.push(call("0"));
  const reading = (async () => {
    for await (const event of stream) {
      ok(event.kind === "call");
      seen.push(event.op);
      if (event.op === "0") ["1", "2"].forEach((op) => stream.push(call(op)));
      if (event.op === "2") setTimeout(() => stream.push(call("3")), 5);
      if (event.op === "3") stream.end();
    }
  })();
  await reading;
  deepStrictEqual(seen, ["0", "1", "2", "3"]);
  stream.push(call("late"));
  deepStrictEqual(seen.length, 4);
});

Deno.test("TraceStream throws its failure after what came before it", async () => {
  const stream = new TraceStream(10);
  stream.push(call("1"));
  stream.fail(new Error("the run failed"));
  const seen: TraceEvent[] = [];
  await rejects(async () => {
    for await (const event of stream) seen.push(event);
  }, /^Error: the run failed$/);
  strictEqual(seen.length, 1);
});

Deno.test("TraceStream names the tunable when its reader lags, and keeps no more than its bound", async () => {
  const stream = new TraceStream(3);
  for (let i = 0; i < 100; i++) stream.push(call(String(i)));
  const seen: TraceEvent[] = [];
  await rejects(async () => {
    for await (const event of stream) seen.push(event);
  }, (error) => error instanceof TraceLaggedError && /more than 3 entries.*tunables\.trace_buffer \(now 3\)/.test(error.message));
  strictEqual(seen.length, 3);
  const ended = new TraceStream(3);
  ended.end();
  deepStrictEqual(await opsOf(ended), []);
});
