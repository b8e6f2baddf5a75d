import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import type { ChatMessage, Event } from "../protocol/mod.ts";
import { plainStreamSession } from "../protocol/plain_stream.ts";
import { componentRecords } from "./component_records.ts";

const ONE = { "role": "variant", "usage": "record", "read-resource": "one", "resource-updated": "one" };
const LIST = { "role": "text", "usage": "json", "read-resource": "list", "resource-updated": "list" };
const older = componentRecords(ONE);
const newer = componentRecords(LIST);
const call = { id: "c", name: "add", arguments: "{}" };

function payload(records: typeof older, event: Event): unknown {
  return (records.envelopeOut({ id: "u", event }).event as { val: unknown }).val;
}

function messageOut(records: typeof older, message: ChatMessage): Record<string, unknown> {
  const event: Event = { kind: "endpoint-message", payload: { session: "s", messages: [message], tools: [] } };
  return (payload(records, event) as { messages: Record<string, unknown>[] }).messages[0]!;
}

Deno.test("a role is a variant or a text; one that the variant lacks is the user's", () => {
  deepStrictEqual(messageOut(older, { role: "assistant", tool_calls: [] }).role, { tag: "assistant" });
  deepStrictEqual(messageOut(older, { role: "developer", tool_calls: [] }).role, { tag: "user" });
  strictEqual(messageOut(newer, { role: "developer", tool_calls: [] }).role, "developer");
  strictEqual(older.messageIn({ role: { tag: "system" } }).role, "system");
  strictEqual(newer.messageIn({ role: "critic", toolCalls: [] }).role, "critic");
});

Deno.test("older messages carry their first call, newer ones all", () => {
  const second = { ...call, id: "d" };
  const message = messageOut(older, { role: "assistant", tool_calls: [call, second] });
  deepStrictEqual([message.toolCall, message.toolCalls], [call, [call, second]]);
});

Deno.test("the id of the call that a tool's message answers survives an older component", () => {
  const out = messageOut(older, { role: "tool", content: "4", tool_calls: [], tool_call_id: "c" });
  const back = older.messageIn({ role: out.role, content: out.content, toolCall: out.toolCall });
  strictEqual(back.tool_call_id, "c");
  strictEqual(older.messageIn({ role: { tag: "assistant" }, toolCall: call }).tool_call_id, undefined);
  strictEqual(newer.messageIn({ role: "tool", toolCalls: [], toolCallId: "c" }).tool_call_id, "c");
});

Deno.test("usage is a record of counts or the whole as JSON", () => {
  const usage = { prompt_tokens: 3, completion_tokens: 1.5, total_tokens: -1, details: { cached: 2 } };
  deepStrictEqual(older.resultOut({ tool_calls: [], usage }).usage, {
    promptTokens: 3n,
    completionTokens: undefined,
    totalTokens: undefined,
  });
  strictEqual(newer.resultOut({ tool_calls: [], usage }).usage, JSON.stringify(usage));
  strictEqual(older.resultOut({ tool_calls: [] }).usage, undefined);
  strictEqual(newer.resultOut({ tool_calls: [] }).usage, undefined);
  deepStrictEqual(older.deltaIn({ usage: { promptTokens: 3n, completionTokens: undefined } }).usage, { prompt_tokens: 3 });
  deepStrictEqual(newer.deltaIn({ toolCalls: [], usage: '{"a":1}' }).usage, { a: 1 });
});

Deno.test("usage that is no JSON object is the call's error, a bare text", () => {
  for (const usage of ["{", "7", "null", "[]"]) {
    throws(() => newer.deltaIn({ toolCalls: [], usage }), (error) => error === "usage must be a JSON object", usage);
  }
});

Deno.test("several contents are one in older shapes, joined, with the first media type", () => {
  const contents = [{ uri: "a", content: "1" }, { uri: "b", mime_type: "text/x", content: "2" }];
  deepStrictEqual(older.contentsOut("asked", contents), { uri: "asked", mimeType: "text/x", content: "1\n2" });
  deepStrictEqual(older.contentsOut("asked", []), { uri: "asked", mimeType: undefined, content: "" });
  deepStrictEqual(payload(older, { kind: "resource-updated", payload: contents }), {
    uri: "a",
    mimeType: "text/x",
    content: "1\n2",
  });
  const list = [{ uri: "a", mimeType: undefined, content: "1" }, { uri: "b", mimeType: "text/x", content: "2" }];
  deepStrictEqual(newer.contentsOut("asked", contents), list);
  deepStrictEqual(payload(newer, { kind: "resource-updated", payload: contents }), list);
});

Deno.test("a delta carries the call so far for older components and its fragments for newer ones", () => {
  const fragment = { index: 0, arguments: "{}" };
  const delta = payload(older, { kind: "chat-delta", payload: { content: "x", tool_calls: [fragment], tool_call: call } });
  deepStrictEqual(delta, {
    content: "x",
    reasoning: undefined,
    toolCall: call,
    toolCalls: [fragment],
    finishReason: undefined,
    usage: undefined,
  });
  deepStrictEqual(older.deltaIn({ toolCall: call, finishReason: "stop" }), {
    tool_calls: [],
    tool_call: call,
    finish_reason: "stop",
  });
  deepStrictEqual(newer.deltaIn({ toolCalls: [fragment] }), { tool_calls: [fragment] });
});

Deno.test("a delta of text alone is written as the short way of streams knows it", () => {
  const session = "3b241101-e2bb-4255-8caf-4136c566a962";
  for (const records of [older, newer]) {
    const args = JSON.stringify({ session, delta: records.deltaIn({ content: "x" }) });
    strictEqual(plainStreamSession(args), session);
  }
});

Deno.test("a tool's result has the keys of every revision", () => {
  const result = { name: "t", arguments: "{}", value: "text", content: "[]", structured_content: "{}", is_error: true };
  deepStrictEqual(payload(older, { kind: "tool-result", payload: result }), {
    name: "t",
    arguments: "{}",
    value: "text",
    content: "[]",
    structuredContent: "{}",
    isError: true,
  });
});

Deno.test("tools and resources keep what their revision knows, absent and null alike", () => {
  const tool = { name: "t", input_schema: "{}", annotations: { read_only_hint: true } };
  const out = newer.toolOut({ ...tool, description: null as unknown as undefined });
  strictEqual(out.description, undefined);
  deepStrictEqual(JSON.parse(JSON.stringify(newer.toolIn(out))), tool);
  const resource = newer.resourceOut({ uri: "u", name: "n", size: 5, annotations: { audience: ["user"], priority: 0.5 } });
  strictEqual(resource.size, 5n);
  deepStrictEqual(resource.annotations, { audience: ["user"], priority: 0.5, lastModified: undefined });
  deepStrictEqual(newer.templateOut({ uri_template: "a/{b}", name: "n" }), {
    uriTemplate: "a/{b}",
    name: "n",
    title: undefined,
    description: undefined,
    mimeType: undefined,
  });
});

Deno.test("events without a payload have none", () => {
  for (const kind of ["timer", "reload", "shutdown", "chat-end"] as const) {
    deepStrictEqual(older.envelopeOut({ id: "u", event: { kind } }), { id: "u", event: { tag: kind, val: undefined } });
  }
  deepStrictEqual(payload(older, { kind: "endpoint-session-end", payload: { session: "s" } }), {
    session: "s",
    error: undefined,
  });
});
