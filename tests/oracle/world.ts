/**
 * The world that the oracle's scripts meet: one of everything, with every optional member once present and once absent.
 * @module
 */

import type { Event, Json } from "../../src/protocol/mod.ts";

const call = { id: "call-1", name: "echo", arguments: '{"a":1}' };

/** What round trips answer, by operation. */
export const worldAnswers: Readonly<Record<string, Json>> = {
  chat: {
    content: "grüße 🦕",
    reasoning: "hm",
    tool_calls: [call, { id: "call-2", name: "other", arguments: "" }] as unknown as Json,
    finish_reason: "stop",
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  },
  list_models: ["m-1", "m-2"],
  list_tools: [
    { name: "echo", description: "says it again", input_schema: '{"type":"object"}' },
    { name: "bare", input_schema: "{}" },
  ],
  call_tool_blocking: { name: "echo", arguments: '{"a":1}', value: "done", content: "[]", is_error: false },
  list_resources: [
    { uri: "mem://a", name: "a", description: "first", mime_type: "text/plain" },
    { uri: "mem://b", name: "b" },
  ],
  read_resource: [{ uri: "mem://a", mime_type: "text/plain", content: "text" }],
  subscribe_resource_list: null,
  subscribe_resource: null,
  subscribe_endpoint: null,
  stream_endpoint: null,
  is_open: true,
  wait_cron: null,
  sleep_for: null,
  sleep_until: null,
  sleep_cron: null,
  try_recv: null,
  // The only call of WASI that asks the host: which folders the reference's interpreter may open. None.
  wasi: { v: [] },
};

/** An event of every kind. */
export const worldEvents: readonly Event[] = [
  { kind: "message", payload: "hello" },
  { kind: "error", payload: "it broke" },
  { kind: "timer" },
  { kind: "reload" },
  { kind: "shutdown" },
  {
    kind: "chat-delta",
    payload: {
      content: "to",
      reasoning: "think",
      tool_calls: [],
      tool_call: call,
      finish_reason: "tool_calls",
      usage: { prompt_tokens: 7, total_tokens: 9 },
    },
  },
  { kind: "chat-delta", payload: { tool_calls: [] } },
  { kind: "chat-end" },
  { kind: "tool-result", payload: { ...call, value: "v", content: "[]", is_error: false } as never },
  {
    kind: "resource-list-updated",
    payload: [{ uri: "mem://a", name: "a", description: "d", mime_type: "t/p" }, { uri: "u", name: "n" }],
  },
  { kind: "resource-updated", payload: [{ uri: "mem://a", content: "now" }] },
  {
    kind: "endpoint-message",
    payload: {
      session: "s-1",
      messages: [
        { role: "system", content: "be kind", tool_calls: [] },
        { role: "assistant", reasoning: "r", tool_calls: [call] },
        { role: "tool", content: "42", tool_calls: [] },
        { role: "developer", tool_calls: [] },
      ],
      tools: [{ name: "t", description: "d", input_schema: "{}" }, { name: "u", input_schema: "{}" }],
      params: '{"temperature":1}',
    },
  },
  { kind: "endpoint-message", payload: { session: "s-2", messages: [], tools: [] } },
  { kind: "endpoint-session-end", payload: { session: "s-1" } },
  { kind: "endpoint-session-end", payload: { session: "s-2", error: "gone" } },
];

/** The event of a kind; of several, the one at this place among them. */
export function eventOf(kind: Event["kind"], place = 0): Event {
  return worldEvents.filter((event) => event.kind === kind)[place]!;
}
