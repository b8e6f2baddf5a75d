import assert from "node:assert/strict";
import type { Event, TraceEvent } from "../protocol/mod.ts";
import { traceChat, traceDelta, traceEvent, TraceHub } from "./trace.ts";

Deno.test("TraceHub hands entries to all listeners in order, and costs nothing without any", () => {
  const hub = new TraceHub();
  assert.equal(hub.active, false);
  const heard: string[] = [];
  const stop = hub.listen((entry) => heard.push(`1 ${(entry as { op: string }).op}`));
  hub.listen((entry) => heard.push(`2 ${(entry as { op: string }).op}`));
  assert.equal(hub.active, true);
  hub.call("a", "whoami", {});
  stop();
  hub.call("a", "recv", {});
  assert.deepEqual(heard, ["1 whoami", "2 whoami", "2 recv"]);
});

Deno.test("TraceHub writes an inbound event with its source, kind and payload", () => {
  const hub = new TraceHub();
  const heard: TraceEvent[] = [];
  hub.listen((entry) => heard.push(entry));
  hub.inbound("a", { id: "u", event: { kind: "message", payload: "hi" } });
  assert.deepEqual(heard, [
    { kind: "inbound", agent: "a", id: "u", event: "message", payload: { kind: "message", data: "hi" } },
  ]);
});

Deno.test("traceChat() shows every key, null where there is nothing, and schemas as JSON", () => {
  const detail = traceChat({
    provider: "p",
    model: "m",
    messages: [
      { role: "user", content: "hi", tool_calls: [] },
      { role: "assistant", tool_calls: [{ id: "1", name: "f", arguments: "{}" }] },
      { role: "tool", content: "r", tool_calls: [], tool_call_id: "1" },
    ],
    tools: [{ name: "f", input_schema: '{"type":"object"}' }, { name: "g", input_schema: "no json" }],
  });
  const call = { id: "1", name: "f", arguments: "{}" };
  assert.deepEqual(detail, {
    provider: "p",
    model: "m",
    messages: [
      { role: "user", content: "hi", reasoning: null, tool_call: null, tool_calls: [], tool_call_id: null },
      { role: "assistant", content: null, reasoning: null, tool_call: call, tool_calls: [call], tool_call_id: null },
      { role: "tool", content: "r", reasoning: null, tool_call: null, tool_calls: [], tool_call_id: "1" },
    ],
    tools: [
      { name: "f", description: null, input_schema: { type: "object" } },
      { name: "g", description: null, input_schema: "no json" },
    ],
    params: null,
  });
});

Deno.test("traceDelta() keeps nulls, and all of usage", () => {
  assert.deepEqual(traceDelta({ content: "a", tool_calls: [], usage: { prompt_tokens: 1, details: { cached: 2 } } }), {
    content: "a",
    reasoning: null,
    tool_call: null,
    tool_calls: [],
    finish_reason: null,
    usage: { prompt_tokens: 1, completion_tokens: null, total_tokens: null, details: { cached: 2 } },
  });
});

Deno.test("traceEvent() has the documented form of every kind", () => {
  const cases: [Event, unknown][] = [
    [{ kind: "timer" }, { kind: "timer" }],
    [{ kind: "reload" }, { kind: "reload" }],
    [{ kind: "shutdown" }, { kind: "shutdown" }],
    [{ kind: "chat-end" }, { kind: "chat-end" }],
    [{ kind: "error", payload: "x" }, { kind: "error", data: "x" }],
    [
      { kind: "tool-result", payload: { name: "f", arguments: "{}", value: "v", content: "[]", is_error: false } },
      { kind: "tool-result", data: { name: "f", arguments: "{}", result: "v", is_error: false } },
    ],
    [
      { kind: "resource-list-updated", payload: [{ uri: "u", name: "n" }] },
      { kind: "resource-list-updated", data: [{ uri: "u", name: "n", description: null, mime_type: null }] },
    ],
    [
      { kind: "resource-updated", payload: [{ uri: "u", content: "a" }, { uri: "u", mime_type: "text/plain", content: "b" }] },
      { kind: "resource-updated", data: { uri: "u", mime_type: "text/plain", content: "a\nb" } },
    ],
    [
      { kind: "endpoint-message", payload: { session: "s", messages: [], tools: [], params: '{"n":1}' } },
      { kind: "endpoint-message", data: { session: "s", messages: [], tools: [], params: { n: 1 } } },
    ],
    [
      { kind: "endpoint-session-end", payload: { session: "s" } },
      { kind: "endpoint-session-end", data: { session: "s", error: null } },
    ],
  ];
  for (const [event, wanted] of cases) assert.deepEqual(traceEvent(event), wanted);
});
