import assert from "node:assert/strict";
import { incomplete } from "./api_error.ts";
import { ChunkWriter, finishReason } from "./chunk_writer.ts";

const head = { id: "chatcmpl-1", created: 7, model: 'm"' };

function objects(frames: string): unknown[] {
  return frames.split("\n\n").filter((frame) => frame !== "").map((frame) => {
    assert.ok(frame.startsWith("data: "), frame);
    const data = frame.slice("data: ".length);
    return data === "[DONE]" ? data : JSON.parse(data);
  });
}

function deltas(frames: string): unknown[] {
  return objects(frames).map((object) => (object as { choices?: { delta: unknown }[] }).choices?.[0]?.delta ?? object);
}

Deno.test("finishReason() says tool_calls for a plain stop after calls, and leaves other reasons alone", () => {
  assert.deepEqual([finishReason("stop", true), finishReason("", true), finishReason("length", true)], [
    "tool_calls",
    "tool_calls",
    "length",
  ]);
  assert.deepEqual([finishReason("stop", false), finishReason("", false)], ["stop", "stop"]);
});

Deno.test("ChunkWriter writes sorted keys, whatever the texts hold", () => {
  const frames = new ChunkWriter(head, false).write([{ content: 'a"\n\ud800', reasoning: "r", tool_calls: [] }]);
  assert.equal(
    frames,
    'data: {"choices":[{"delta":{"content":"a\\"\\n\\ud800","reasoning_content":"r","role":"assistant"},"finish_reason":null,"index":0}],' +
      '"created":7,"id":"chatcmpl-1","model":"m\\"","object":"chat.completion.chunk"}\n\n',
  );
});

Deno.test("ChunkWriter puts the role into the first chunk alone, whichever that is", () => {
  const firsts = [
    new ChunkWriter(head, false).write([{ content: "", tool_calls: [] }]),
    new ChunkWriter(head, false).write([{ tool_calls: [{ index: 0, id: "a", name: "f", arguments: "" }] }]),
    new ChunkWriter(head, false).keepAlive("chunk"),
    new ChunkWriter(head, false).end(),
  ];
  assert.ok(firsts.every((frames) => frames.split('"role":"assistant"').length === 2));
  const writer = new ChunkWriter(head, false);
  assert.deepEqual(
    deltas(writer.keepAlive("chunk") + writer.write([{ content: "a", tool_calls: [] }]) + writer.keepAlive("chunk")),
    [
      { role: "assistant" },
      { content: "a" },
      {},
    ],
  );
  assert.equal(writer.keepAlive("comment"), ": keep-alive\n\n");
});

Deno.test("ChunkWriter writes tool calls as OpenAI's fragments", () => {
  const writer = new ChunkWriter(head, false);
  const frames = writer.write([{ tool_calls: [{ index: 0, id: "a", name: "f" }] }, {
    tool_calls: [{ index: 0, arguments: "{}" }],
  }]);
  assert.deepEqual(deltas(frames), [
    { role: "assistant", tool_calls: [{ function: { arguments: "", name: "f" }, id: "a", index: 0, type: "function" }] },
    { tool_calls: [{ function: { arguments: "{}" }, index: 0 }] },
  ]);
});

Deno.test("ChunkWriter says nothing for deltas that say nothing, and ends with one finish", () => {
  const writer = new ChunkWriter(head, false);
  assert.equal(writer.write([{ tool_calls: [] }, { tool_calls: [], usage: { total_tokens: 1 } }]), "");
  assert.equal(writer.write([{ tool_calls: [], finish_reason: "length" }]), "");
  const [finish, done] = objects(writer.end());
  assert.deepEqual((finish as { choices: unknown }).choices, [{
    delta: { role: "assistant" },
    finish_reason: "length",
    index: 0,
  }]);
  assert.equal(done, "[DONE]");
});

Deno.test("ChunkWriter sends usage when it was asked for and given, with no choices", () => {
  const asked = new ChunkWriter(head, true);
  asked.write([{ tool_calls: [], finish_reason: "stop", usage: { total_tokens: 1, extra: { x: 2 } } }]);
  const [finish, counts, done] = objects(asked.end()) as [{ usage: unknown }, { choices: unknown; usage: unknown }, unknown];
  assert.equal(finish.usage, null);
  assert.deepEqual([counts.choices, counts.usage], [[], { total_tokens: 1, extra: { x: 2 } }]);
  assert.equal(done, "[DONE]");
  assert.equal(objects(new ChunkWriter(head, true).end()).length, 2);
});

Deno.test("ChunkWriter tells of a lost part before the finish", () => {
  const [error, finish, done] = objects(new ChunkWriter(head, false).end(incomplete()));
  assert.equal((error as { error: { code: string } }).error.code, "reply_incomplete");
  assert.ok("choices" in (finish as object));
  assert.equal(done, "[DONE]");
});
