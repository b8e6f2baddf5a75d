import assert from "node:assert/strict";
import { MAX_FRAME_BYTES } from "../protocol/mod.ts";
import { readChatCall } from "./chat_request.ts";

function call(body: unknown) {
  return readChatCall(new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)));
}

Deno.test("readChatCall() reads a minimal request", () => {
  assert.deepEqual(call({ model: "m", messages: [] }), {
    model: "m",
    stream: false,
    includeUsage: false,
    request: { messages: [], tools: [] },
  });
});

Deno.test("readChatCall() takes null for absent", () => {
  const { stream, includeUsage, request } = call({ model: "m", messages: [], stream: null, tools: null, stream_options: null });
  assert.deepEqual([stream, includeUsage, request.tools], [false, false, []]);
  assert.equal(request.params, '{"stream_options":null}');
});

Deno.test("readChatCall() reads include_usage and hands it on as well", () => {
  const found = call({ model: "m", messages: [], stream: true, stream_options: { include_usage: true } });
  assert.deepEqual([found.stream, found.includeUsage, found.request.params], [
    true,
    true,
    '{"stream_options":{"include_usage":true}}',
  ]);
});

Deno.test("readChatCall() collects every other member, and none by prototype", () => {
  const { request } = call('{"messages":[],"model":"m","n":2,"constructor":{"a":1},"__proto__":{"model":"x"}}');
  assert.equal(request.params, '{"__proto__":{"model":"x"},"constructor":{"a":1},"n":2}');
  assert.throws(() => call('{"messages":[],"__proto__":{"model":"x"}}'), { status: 400 });
});

Deno.test("readChatCall() refuses what would not fit into a frame, although the body did", () => {
  // A schema is text within text: each quote of it takes two bytes.
  const parameters = { x: Array.from({ length: MAX_FRAME_BYTES / 4 - 1000 }, () => "") };
  const body = JSON.stringify({ model: "m", messages: [], tools: [{ name: "f", parameters }] });
  assert.ok(body.length < MAX_FRAME_BYTES);
  assert.throws(() => call(body), { status: 413 });
});
