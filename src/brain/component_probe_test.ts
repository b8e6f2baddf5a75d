/**
 * A component of a real toolchain (`tests/data/components/probe.js`) in a real brain process: what crosses the border, in the shapes of
 * two revisions of the contract.
 */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { ComponentChild } from "../../tests/support/component_child.ts";
import { probe } from "../../tests/support/components.ts";
import type { Json } from "../protocol/mod.ts";

Deno.test("a component of a real toolchain sees the contract in the shapes of revision C", async () => {
  await using child = new ComponentChild();
  const outcome = await child.run(await probe("c"), {
    providers: { main: "openai" },
    toolings: { files: "mcp" },
    events: [
      script([
        ["host", "whoami"],
        ["provider", "main", "kind"],
        ["provider", "none", "kind"],
        [
          "provider",
          "main",
          "chat",
          "gpt",
          [
            { role: { tag: "user" }, content: "hi" },
            { role: { tag: "tool" }, content: "42", toolCall: { id: "c1", name: "add", arguments: "{}" } },
          ],
          [{ name: "add", inputSchema: "{}" }],
          '{"top_p":1}',
        ],
        ["tooling", "files", "readResource", "file:///a"],
        ["recv", 3],
      ]),
      {
        kind: "chat-delta",
        payload: { tool_calls: [{ index: 0, id: "c1" }], tool_call: call("c1"), usage: { total_tokens: 7 } },
      },
      {
        kind: "resource-updated",
        payload: [{ uri: "u", content: "one" }, { uri: "v", mime_type: "text/plain", content: "two" }],
      },
      { kind: "timer" },
    ],
    answer: (ask) => {
      if (ask.op !== "chat") return [{ uri: "file:///a", content: "A" }, { uri: "file:///a", mime_type: "text/x", content: "B" }];
      deepStrictEqual(ask.messages, [
        { role: "user", content: "hi", tool_calls: [] },
        { role: "tool", content: "42", tool_calls: [call("c1", "add")], tool_call_id: "c1" },
      ]);
      deepStrictEqual(ask.params, { top_p: 1 });
      return {
        content: "hello",
        tool_calls: [call("c2", "add")],
        finish_reason: "stop",
        usage: { prompt_tokens: 5, other: "x" },
      };
    },
  });
  strictEqual(outcome.acks, 4);
  deepStrictEqual(results(outcome.v), [
    { ok: "tester" },
    { ok: "openai" },
    { err: 'no such provider "none"' },
    { ok: { content: "hello", toolCalls: [call("c2", "add")], finishReason: "stop", usage: { promptTokens: 5 } } },
    { ok: { uri: "file:///a", mimeType: "text/x", content: "A\nB" } },
    {
      ok: [
        { tag: "chat-delta", val: { toolCall: call("c1"), usage: { totalTokens: 7 } } },
        { tag: "resource-updated", val: { uri: "u", mimeType: "text/plain", content: "one\ntwo" } },
        { tag: "timer" },
      ],
    },
  ]);
});

Deno.test("the same component built for revision E sees the shapes of revision E", async () => {
  await using child = new ComponentChild();
  const usage = { total_tokens: 7, details: { cached: 1 } };
  const outcome = await child.run(await probe("e"), {
    providers: { main: "openai" },
    toolings: { files: "mcp" },
    endpoint: true,
    sessions: ["s1"],
    events: [
      script([
        [
          "provider",
          "main",
          "chat",
          "gpt",
          [
            { role: "developer", content: "hi", toolCalls: [] },
            { role: "tool", content: "42", toolCalls: [], toolCallId: "c1" },
          ],
          [],
          null,
        ],
        ["tooling", "files", "readResource", "file:///a"],
        ["host", "streamEndpoint", "s1", { toolCalls: [{ index: 1, arguments: "{" }], usage: '{"total_tokens":1}' }],
        ["host", "streamEndpoint", "s1", { toolCalls: [], usage: "seven" }],
        ["recv", 2],
      ]),
      { kind: "chat-delta", payload: { tool_calls: [{ index: 0, id: "c1" }], tool_call: call("c1"), usage } },
      {
        kind: "tool-result",
        payload: { name: "t", arguments: "{}", value: "text", content: "[]", is_error: true },
      },
    ],
    answer: (ask) => {
      if (ask.op !== "chat") return [{ uri: "file:///a", content: "A" }, { uri: "file:///b", content: "B" }];
      deepStrictEqual(ask.messages, [
        { role: "developer", content: "hi", tool_calls: [] },
        { role: "tool", content: "42", tool_calls: [], tool_call_id: "c1" },
      ]);
      return { tool_calls: [], usage };
    },
  });
  deepStrictEqual(results(outcome.v), [
    { ok: { toolCalls: [], usage: JSON.stringify(usage) } },
    { ok: [{ uri: "file:///a", content: "A" }, { uri: "file:///b", content: "B" }] },
    {},
    { err: "usage must be a JSON object" },
    {
      ok: [
        { tag: "chat-delta", val: { toolCalls: [{ index: 0, id: "c1" }], usage: JSON.stringify(usage) } },
        { tag: "tool-result", val: { name: "t", arguments: "{}", content: "[]", isError: true } },
      ],
    },
  ]);
  const [stream] = outcome.calls.filter(({ op }) => op === "stream_endpoint");
  deepStrictEqual(stream?.delta, { tool_calls: [{ index: 1, arguments: "{" }], usage: { total_tokens: 1 } });
});

Deno.test("texts of any script, times and bytes cross the border whole", async () => {
  await using child = new ComponentChild();
  const text = "\uFEFFgrüße 漢字 🦕 " + "x".repeat(200) + "é".repeat(200);
  const outcome = await child.run(await probe("c"), {
    events: [script([
      ["host", "memorySet", "k", text],
      ["host", "memoryGet", "k"],
      ["host", "memoryGet", "absent"],
      ["host", "timeFormat", 123, "%Y-%m-%dT%H:%M:%S%.3fZ"],
      ["bytes", "AP+A/w=="],
      ["host", "base64Decode", "!"],
      ["host", "waitUntil", 1],
    ])],
  });
  deepStrictEqual(results(outcome.v), [
    {},
    { ok: text },
    {},
    { ok: "1970-01-01T00:00:00.123Z" },
    { ok: "AP+A/w==" },
    { err: "Invalid symbol 33, offset 0." },
    { err: "timestamp must be in the future" },
  ]);
});

Deno.test("an export's own error is the run's error, and check is served by the component", async () => {
  await using child = new ComponentChild();
  const component = await probe("c");
  strictEqual((await child.run(component, { events: [{ kind: "message", payload: "fail" }] })).err, "as asked");
  strictEqual((await child.run(component, { op: "check", script: "bad" })).err, "bad script");
  deepStrictEqual(await child.run(component, { op: "check", script: "good" }), { calls: [], acks: 0 });
});

Deno.test("a panic's text is part of the trap's account", async () => {
  await using child = new ComponentChild();
  const { err, calls } = await child.run(await probe("c"), { events: [{ kind: "message", payload: "panic" }] });
  match(err!, /^component trapped: wasm `unreachable` instruction executed: thread .* panicked at .*\| expected number/);
  ok(calls.every(({ op, fd }) => op === "output" && fd === 2));
});

function script(commands: Json[]) {
  return { kind: "message", payload: JSON.stringify(commands) } as const;
}

function call(id: string, name = "t") {
  return { id, name, arguments: "{}" };
}

/** What the probe answered, without the options that are absent; of events it tells the envelopes, whose source is known. */
function results(message: string | undefined): Json {
  return JSON.parse(message!, (_key, value) => {
    if (value === null) return undefined;
    return value.event !== undefined && value.id !== undefined ? value.event : value;
  });
}
