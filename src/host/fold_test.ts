import { deepStrictEqual, rejects } from "node:assert/strict";
import type { ChatDelta } from "../protocol/model.ts";
import { foldDeltas, MAX_REPLY } from "./fold.ts";

async function* stream(...reads: Partial<ChatDelta>[][]): AsyncGenerator<ChatDelta[], undefined> {
  for (const read of reads) yield read.map((delta) => ({ tool_calls: [], ...delta }));
}

const call = { id: "a", name: "f", arguments: "{}" };

Deno.test("foldDeltas() concatenates text and reasoning; the last finish reason and usage count", async () => {
  const result = await foldDeltas(stream(
    [{ reasoning: "r1" }, { reasoning: "r2", content: "" }],
    [{ content: "a" }, { content: "b", finish_reason: "length", usage: { total_tokens: 1 } }],
    [{ finish_reason: "stop" }, { usage: { total_tokens: 2 } }],
  ));
  deepStrictEqual(result, {
    reasoning: "r1r2",
    content: "ab",
    finish_reason: "stop",
    usage: { total_tokens: 2 },
    tool_calls: [],
  });
});

Deno.test("foldDeltas() of an empty stream has neither text nor reasoning", async () => {
  deepStrictEqual(await foldDeltas(stream()), { tool_calls: [] });
  deepStrictEqual(await foldDeltas(stream([{ content: "" }])), { tool_calls: [] });
});

Deno.test("foldDeltas() puts interleaved fragments together by index", async () => {
  const { tool_calls } = await foldDeltas(stream([
    { tool_calls: [{ index: 1, id: "b", name: "g", arguments: "[" }] },
    { tool_calls: [{ index: 0, id: "a", name: "f", arguments: "" }, { index: 1, arguments: "]" }] },
    { finish_reason: "tool_calls" },
  ]));
  deepStrictEqual(tool_calls, [call, { id: "b", name: "g", arguments: "[]" }]);
});

Deno.test("foldDeltas() takes whole calls by id, the latest view of each", async () => {
  const { tool_calls } = await foldDeltas(stream([
    { tool_call: { ...call, arguments: "{" } },
    { tool_call: call },
    { tool_call: { id: "b", name: "g", arguments: "1" } },
    { tool_call: call, finish_reason: "tool_calls" },
  ]));
  deepStrictEqual(tool_calls, [call, { id: "b", name: "g", arguments: "1" }]);
});

Deno.test("foldDeltas(): P35 calls with finish reason stop are kept, and tool_calls without calls is just an end", async () => {
  const withStop = await foldDeltas(stream([{ tool_calls: [{ index: 0, ...call }] }, { finish_reason: "stop" }]));
  deepStrictEqual(withStop, { tool_calls: [call], finish_reason: "stop" });
  deepStrictEqual(await foldDeltas(stream([{ finish_reason: "tool_calls" }])), { tool_calls: [], finish_reason: "tool_calls" });
});

Deno.test("foldDeltas(): P34 a call that length or a filter cut off is left out", async () => {
  for (const finish_reason of ["length", "content_filter"]) {
    const half = { id: "b", name: "g", arguments: `{"q":` };
    const reply = stream([{ tool_calls: [{ index: 0, ...call }, { index: 1, ...half }], tool_call: call }, {
      tool_call: half,
      finish_reason,
    }]);
    deepStrictEqual((await foldDeltas(reply)).tool_calls, [call]);
  }
});

Deno.test("foldDeltas() fails with the stream and stops at its bound", async () => {
  async function* broken(): AsyncGenerator<ChatDelta[], undefined> {
    yield [{ content: "a", tool_calls: [] }];
    throw new Error("boom");
  }
  await rejects(foldDeltas(broken()), /boom/);
  const piece = "x".repeat(MAX_REPLY / 2);
  await rejects(
    foldDeltas(stream([{ content: piece }], [{ reasoning: piece }], [{ content: "x" }])),
    /more than 16777216 characters/,
  );
});
