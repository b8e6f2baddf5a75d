import assert from "node:assert/strict";
import { readMessages } from "./messages.ts";

Deno.test("readMessages() joins text parts and leaves other media out", () => {
  const content = [{ type: "text", text: "a" }, "b", { type: "image_url", image_url: { url: "data:" } }, {
    type: "input_text",
    text: "c",
  }];
  assert.equal(readMessages([{ role: "user", content }])[0]?.content, "abc");
  assert.equal(readMessages([{ role: "user", content: [{ type: "image_url" }] }])[0]?.content, "");
});

Deno.test("readMessages() keeps absent and empty content apart", () => {
  const messages = readMessages([{ role: "user" }, { role: "user", content: null }, { role: "user", content: "" }]);
  assert.deepEqual(messages.map((message) => "content" in message ? message.content : "absent"), ["absent", "absent", ""]);
});

Deno.test("readMessages() reads reasoning in both spellings", () => {
  const messages = readMessages([
    { role: "assistant", reasoning: "a" },
    { role: "assistant", reasoning_content: "b" },
    { role: "assistant", reasoning: "a", reasoning_content: "b" },
    { role: "assistant", reasoning: { effort: "high" } },
  ]);
  assert.deepEqual(messages.map(({ reasoning }) => reasoning), ["a", "b", "a", undefined]);
});

Deno.test("readMessages() keeps every tool call, its arguments as they were written", () => {
  const tool_calls = [
    { id: "1", type: "function", function: { name: "f", arguments: '{ "a": 1 }' } },
    { id: "2", function: { name: "g", arguments: { b: 1, a: 2 } } },
    { id: "3", function: { name: "h" } },
  ];
  assert.deepEqual(readMessages([{ role: "assistant", tool_calls }])[0]?.tool_calls, [
    { id: "1", name: "f", arguments: '{ "a": 1 }' },
    { id: "2", name: "g", arguments: '{"a":2,"b":1}' },
    { id: "3", name: "h", arguments: "" },
  ]);
});

Deno.test("readMessages() shortens what it repeats of a malformed content", () => {
  assert.throws(
    () => readMessages([{ role: "user", content: { x: "y".repeat(100_000) } }]),
    (error: Error) => error.message.length < 400,
  );
});
