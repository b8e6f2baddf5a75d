import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import type { ChatRequest } from "../protocol/backends.ts";
import type { ChatMessage, Json, Tool } from "../protocol/model.ts";
import { type RequestDefaults, wireRequest } from "./openai_request.ts";

const DEFAULTS: RequestDefaults = { params: {}, reasoningEcho: "reasoning" };

function body(request: Partial<ChatRequest>, defaults: Partial<RequestDefaults> = {}): Record<string, Json> {
  const whole = { model: "m", messages: [], tools: [], ...request };
  return JSON.parse(wireRequest(whole, { ...DEFAULTS, ...defaults }).body);
}

function message(role: string, fields: Partial<ChatMessage> = {}): ChatMessage {
  return { role, tool_calls: [], ...fields };
}

function tool(name: string, input_schema = "{}", description?: string): Tool {
  return { name, input_schema, description };
}

Deno.test("wireRequest() writes compact JSON with sorted keys", () => {
  const request = {
    model: "m",
    messages: [message("user", { content: "hi" })],
    tools: [],
    params: { top_p: 1, a: { z: 1, b: 2 } },
  };
  strictEqual(
    wireRequest(request, DEFAULTS).body,
    `{"a":{"b":2,"z":1},"messages":[{"content":"hi","role":"user"}],"model":"m","stream":true,"top_p":1}`,
  );
});

Deno.test("wireRequest(): the call's params override the config's, and neither can set what makes the call", () => {
  const forced = { model: "x", stream: false, messages: 1, tools: [1] };
  const wire = body({ params: { temperature: 1, ...forced } }, { params: { temperature: 0, seed: 7, ...forced } });
  deepStrictEqual(wire, { temperature: 1, seed: 7, model: "m", stream: true, messages: [] });
});

Deno.test("wireRequest(): params that are no object are ignored", () => {
  for (const params of [null, 5, "x", [1]]) deepStrictEqual(body({ params }), { model: "m", stream: true, messages: [] });
});

Deno.test("wireRequest(): P14 stream_options is sent only when asked for", () => {
  strictEqual("stream_options" in body({}), false);
  deepStrictEqual(body({ params: { stream_options: { include_usage: true } } }).stream_options, { include_usage: true });
});

Deno.test("wireRequest() sends tools under accepted names, with accepted schemas", () => {
  deepStrictEqual(body({ tools: [tool("a.b", `{"type":"object"}`, "does it"), tool("a_b")] }).tools, [
    {
      type: "function",
      function: {
        name: wireRequest({ model: "m", messages: [], tools: [tool("a.b"), tool("a_b")] }, DEFAULTS).names.toWire("a.b"),
        description: "does it",
        parameters: { type: "object", properties: {} },
      },
    },
    { type: "function", function: { name: "a_b", parameters: { type: "object", properties: {} } } },
  ]);
});

Deno.test("wireRequest(): P18 content is null beside tool calls only", () => {
  const calls = [{ id: "c", name: "f", arguments: "" }];
  const wire = body({
    messages: [
      message("assistant", { tool_calls: calls }),
      message("assistant", { content: "", tool_calls: calls }),
      message("assistant", { content: "x", tool_calls: calls }),
      message("assistant"),
    ],
  });
  const contents = (wire.messages as { content: Json }[]).map((sent) => sent.content);
  deepStrictEqual(contents, [null, null, "x", ""]);
});

Deno.test("wireRequest(): P32 empty arguments of a call become an empty object", () => {
  const wire = body({ messages: [message("assistant", { tool_calls: [{ id: "c", name: "a.b", arguments: "" }] })] });
  deepStrictEqual(wire.messages, [{
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c", type: "function", function: { name: "a_b", arguments: "{}" } }],
  }]);
});

Deno.test("wireRequest(): a tool's message names the call that it answers, and carries no calls", () => {
  const answered = { id: "c", name: "f", arguments: "{}" };
  const wire = body({
    messages: [
      message("tool", { content: "1", tool_call_id: "a" }),
      message("tool", { content: "2", tool_calls: [answered] }),
      message("tool", { tool_call_id: "b", tool_calls: [answered] }),
    ],
  });
  deepStrictEqual(wire.messages, [
    { role: "tool", content: "1", tool_call_id: "a" },
    { role: "tool", content: "2", tool_call_id: "c" },
    { role: "tool", content: "", tool_call_id: "b" },
  ]);
});

Deno.test("wireRequest(): P31 calls without an id get one that their answers share", () => {
  const calls = [{ id: "", name: "f", arguments: "{}" }, { id: "x", name: "g", arguments: "{}" }, {
    id: "",
    name: "h",
    arguments: "{}",
  }];
  const request = {
    messages: [
      message("assistant", { tool_calls: calls }),
      message("tool"),
      message("tool", { tool_call_id: "x" }),
      message("tool"),
    ],
  };
  const [asked, ...answers] = body(request).messages as { tool_calls?: { id: string }[]; tool_call_id?: string }[];
  const ids = asked?.tool_calls?.map((call) => call.id) ?? [];
  strictEqual(new Set(ids).size, 3);
  strictEqual(ids.includes(""), false);
  deepStrictEqual(answers.map((answer) => answer.tool_call_id), ids);
  deepStrictEqual(body(request), body(request));
});

Deno.test("wireRequest(): P17 an assistant's reasoning is echoed as configured", () => {
  const messages = [message("assistant", { content: "a", reasoning: "r" }), message("user", { content: "b", reasoning: "r" })];
  const plain = [{ role: "assistant", content: "a" }, { role: "user", content: "b" }];
  deepStrictEqual(body({ messages }).messages, [{ ...plain[0], reasoning: "r" }, plain[1]]);
  deepStrictEqual(body({ messages }, { reasoningEcho: "reasoning_content" }).messages, [
    { ...plain[0], reasoning_content: "r" },
    plain[1],
  ]);
  deepStrictEqual(body({ messages }, { reasoningEcho: "off" }).messages, plain);
});

Deno.test("wireRequest() names what is nested too deeply instead of overflowing", () => {
  const params = JSON.parse(`{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`);
  throws(() => body({ params }), /nested too deeply/);
});
