import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { StartFrame } from "../protocol/frames.ts";
import type { Event } from "../protocol/model.ts";
import { plainStreamSession } from "../protocol/plain_stream.ts";
import { makeJsonWriter } from "./js_json.ts";
import { capturePrimordials } from "./js_primordials.ts";
import { makeReaders } from "./js_read.ts";
import { makeShapes } from "./js_shapes.ts";
import { makeOmw } from "./js_world.ts";
import { BrainChild, type Seen } from "../../tests/support/brain_child.ts";

const A = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const S = "cccccccc-cccc-4ccc-8ccc-cccccccccccc";
const CONFIGURED: Partial<StartFrame> = { providers: { p: "openai" }, toolings: { t: "mcp" }, endpoint: true, sessions: [S] };
const HANDLES = `const p = omw.provider.get("p"), t = omw.tooling.get("t"), h = omw.host;
  const said = (f) => { try { return f() } catch (e) { return e.constructor.name + ": " + e.message } };`;

/** Runs a source; its value, and the calls that it made. */
async function run(
  source: string,
  answers: Record<string, unknown> = {},
  ...events: Event[]
): Promise<{ value: unknown; calls: Seen[] }> {
  await using child = await BrainChild.start();
  child.answers.set("sync", () => null);
  for (const [op, answer] of Object.entries(answers)) child.answers.set(op, () => answer);
  const calls: Seen[] = [];
  for (const [op, serve] of child.answers) {
    child.answers.set(op, (ask) => {
      if (op !== "sync") calls.push(ask);
      return serve(ask);
    });
  }
  await child.run(HANDLES + source, CONFIGURED);
  if (events.length > 0) await child.push(1, 1, A, ...events);
  const frames = await child.rest();
  const done = frames.at(-1)!;
  if (done.err !== undefined) throw new Error(done.err as string);
  return {
    value: typeof done.v === "string" && /^[[{"]/.test(done.v) ? JSON.parse(done.v) : done.v,
    calls: [...calls, ...frames.filter((frame) => frame.t === "do")],
  };
}

Deno.test("argument errors are TypeErrors with the documented texts", async () => {
  const { value } = await run(`[
    () => h.log(1, "x"), () => h.log("info"), () => h.waitFor("1"), () => h.waitFor(1n), () => h.waitFor(-1), () => h.waitFor(NaN),
    () => h.waitUntil({}), () => h.timeFormat(1, 2), () => h.sendAgent("a"), () => h.memorySet("k", 1), () => h.base64Encode(),
    () => h.base64Encode(new Uint8Array(1)), () => h.base64Encode([256]), () => h.base64Encode([1.5]), () => h.base64Encode(["1"]),
    () => h.base64Decode(1), () => p.chat(1), () => p.chat("m"), () => p.chat("m", null, []), () => p.chat("m", [], undefined),
    () => p.chat("m", [], null), () => p.chat("m", ["x"], []), () => p.chat("m", [{ content: 1 }], []),
    () => p.chat("m", [{ tool_call: "x" }], []), () => p.chat("m", [{ tool_call: { id: 1 } }], []), () => p.chat("m", [], ["x"]),
    () => p.chat("m", [], [{}]), () => t.callTool(1), () => t.callTool("x"), () => t.callTool("x", 1n), () => t.callTool("x", { a: Symbol() }),
    () => { const c = {}; c.c = c; t.callTool("x", c) }, () => h.streamEndpoint("s"), () => h.streamEndpoint("s", 1),
    () => h.streamEndpoint("s", { usage: 1 }), () => h.streamEndpoint("s", { usage: { prompt_tokens: 2.7 } }), () => p.isOpen(), () => t.readResource(),
    () => omw.provider.get(), () => h.memoryGet(), () => h.subscribeAgent(1), () => h.waitCron(),
  ].map(said)`);
  deepStrictEqual(
    value,
    [
      "level must be a string",
      "message must be a string",
      "ms must be a number",
      "ms must be a number",
      "ms must be a non-negative integer",
      "ms must be a non-negative integer",
      "ts must be a number",
      "format must be a string",
      "payload must be a string",
      "value must be a string",
      "bytes must be given",
      "bytes must be an array",
      "byte out of range 0..=255",
      "byte out of range 0..=255",
      "byte must be a number",
      "data must be a string",
      "model must be a string",
      "messages must be given",
      "messages must be an array",
      "tools must be given",
      "tools must be an array",
      "chat message must be an object",
      "content must be a string",
      "tool_call must be an object",
      "id must be a string",
      "tool must be an object",
      "name must be a string",
      "tool must be a string",
      "arguments must be given",
      "cannot convert bigint to JSON",
      "cannot convert symbol to JSON",
      "cyclic object value",
      "delta must be given",
      "delta must be an object",
      "usage must be an object",
      "prompt_tokens must be a non-negative integer",
      "uuid must be a string",
      "uri must be a string",
      "name must be a string",
      "key must be a string",
      "agent must be a string",
      "spec must be a string",
    ].map((text) => `TypeError: ${text}`),
  );
});

Deno.test("methods are called on handles; unknown names and failures of handles are TypeErrors, those of the host Errors", async () => {
  const { value } = await run(`const { kind, chat } = p;
    [said(() => kind()), said(() => chat("m", [], [])), said(() => kind.call({})), said(() => kind.call({ name: "x" })),
     said(() => omw.tooling.get("x")), said(() => p.chat("m", [], [], "{")).slice(0, 37), said(() => h.waitUntil(1)), p.kind(), t.kind(), p.name]`);
  deepStrictEqual(value, [
    "TypeError: method must be called on a handle",
    "TypeError: method must be called on a handle",
    "TypeError: handle object missing name",
    `TypeError: no such provider "x"`,
    `TypeError: no such tooling "x"`,
    "TypeError: invalid chat params JSON: ",
    "Error: timestamp must be in the future",
    "openai",
    "mcp",
    "p",
  ]);
});

Deno.test("messages and tools travel in the superset shapes, from either spelling", async () => {
  const { calls } = await run(
    `p.chat("m", [{ content: "a" }, { role: "wizard" }, { role: "assistant", content: null, tool_call: { id: "1", name: "f", arguments: "{}" } },
        { role: "assistant", toolCalls: [{ id: "1", name: "f", arguments: { b: 1, a: 2 } }, { id: "2", name: "g", arguments: "" }] },
        { role: "tool", content: "r", toolCallId: "1" }],
      [{ name: "f", description: "d", input_schema: "{\\"type\\":\\"object\\"}" }, { name: "g", inputSchema: { b: 1, a: 2 } }, { name: "h", input_schema: 5 }],
      { z: 1, a: undefined, n: null })`,
    { chat: { tool_calls: [] } },
  );
  const { messages, tools, params, provider, model } = calls[0]!;
  deepStrictEqual({ messages, tools, params, provider, model }, {
    provider: "p",
    model: "m",
    messages: [
      { role: "user", content: "a", tool_calls: [] },
      { role: "user", tool_calls: [] },
      { role: "assistant", tool_calls: [{ id: "1", name: "f", arguments: "{}" }] },
      {
        role: "assistant",
        tool_calls: [{ id: "1", name: "f", arguments: `{"a":2,"b":1}` }, { id: "2", name: "g", arguments: "" }],
      },
      { role: "tool", content: "r", tool_calls: [], tool_call_id: "1" },
    ],
    tools: [
      { name: "f", description: "d", input_schema: `{"type":"object"}` },
      { name: "g", input_schema: `{"a":2,"b":1}` },
      { name: "h", input_schema: "{}" },
    ],
    params: { n: null, z: 1 },
  });
});

Deno.test("events have the documented keys, sorted, absent optionals missing, with readable aliases", async () => {
  const { value } = await run(
    `const events = []; for (let i = 0; i < 8; i++) events.push(h.recv());
     const [delta, end, result, list, updated, request, over] = events;
     [JSON.stringify(events), delta.payload.finishReason, delta.payload.toolCalls.length, delta.payload.usage.totalTokens, end.payload,
      result.payload.isError, result.payload.content[0].text, list.payload[0].mimeType, updated.payload.mimeType, updated.payload.contents.length,
      request.payload.messages[0].toolCall.id, request.payload.tools[0].inputSchema, over.payload.session]`,
    {},
    {
      kind: "chat-delta",
      payload: {
        content: "c",
        tool_calls: [{ index: 0, id: "i" }],
        tool_call: { id: "i", name: "f", arguments: "" },
        finish_reason: "stop",
        usage: { total_tokens: 3, prompt_tokens: 1 },
      },
    },
    { kind: "chat-end" },
    {
      kind: "tool-result",
      payload: { name: "f", arguments: "{}", value: "v", content: `[{"type":"text","text":"v"}]`, is_error: true },
    },
    { kind: "resource-list-updated", payload: [{ uri: "u", name: "n", mime_type: "text/plain", title: "T" }] },
    { kind: "resource-updated", payload: [{ uri: "u", content: "1" }, { uri: "v", content: "2", mime_type: "text/plain" }] },
    {
      kind: "endpoint-message",
      payload: {
        session: S,
        messages: [{ role: "assistant", tool_calls: [{ id: "1", name: "f", arguments: "{}" }] }],
        tools: [{ name: "f", input_schema: "{}" }],
        params: "{}",
      },
    },
    { kind: "endpoint-session-end", payload: { session: S } },
    { kind: "message", payload: "m" },
  );
  const [text, ...aliases] = value as [string, ...unknown[]];
  const call = `{"arguments":"{}","id":"1","name":"f"}`;
  const payloads = [
    `"chat-delta","payload":{"content":"c","finish_reason":"stop","tool_call":{"arguments":"","id":"i","name":"f"},` +
    `"tool_calls":[{"id":"i","index":0}],"usage":{"prompt_tokens":1,"total_tokens":3}}`,
    `"chat-end","payload":null`,
    `"tool-result","payload":{"arguments":"{}","name":"f","value":"v"}`,
    `"resource-list-updated","payload":[{"mime_type":"text/plain","name":"n","uri":"u"}]`,
    `"resource-updated","payload":{"content":"1\\n2","mime_type":"text/plain","uri":"u"}`,
    `"endpoint-message","payload":{"messages":[{"role":"assistant","tool_call":${call},"tool_calls":[${call}]}],"params":"{}","session":"${S}",` +
    `"tools":[{"input_schema":"{}","name":"f"}]}`,
    `"endpoint-session-end","payload":{"session":"${S}"}`,
    `"message","payload":"m"`,
  ];
  strictEqual(text, `[${payloads.map((payload) => `{"id":"${A}","kind":${payload}}`).join(",")}]`);
  deepStrictEqual(aliases, ["stop", 1, 3, null, true, "v", "text/plain", "text/plain", 2, "1", "{}", S]);
});

Deno.test("list and read results enumerate their camelCase twin; a chat's result has its documented keys", async () => {
  const { value } = await run(
    `[t.listTools(), t.listResources(), t.readResource("u"), p.chat("m", [], []), p.listModels(), t.callToolBlocking("f", {}),
      t.listResourceTemplates()].map((x) => JSON.stringify(x))`,
    {
      list_tools: [{ name: "f", input_schema: "{}", title: "T" }],
      list_resources: [{ uri: "u", name: "n", mime_type: "a/b" }],
      read_resource: [{ uri: "u", content: "c", mime_type: "a/b" }],
      chat: { content: "c", tool_calls: [], finish_reason: "stop", usage: { total_tokens: 1 } },
      list_models: ["m"],
      call_tool_blocking: { name: "f", arguments: "{}", value: "v", content: "[]", is_error: false },
      list_resource_templates: [{ uri_template: "u{x}", name: "n" }],
    },
  );
  deepStrictEqual(value, [
    `[{"inputSchema":"{}","input_schema":"{}","name":"f"}]`,
    `[{"mimeType":"a/b","mime_type":"a/b","name":"n","uri":"u"}]`,
    `{"content":"c","mimeType":"a/b","mime_type":"a/b","uri":"u"}`,
    `{"content":"c","finish_reason":"stop","tool_calls":[],"usage":{"total_tokens":1}}`,
    `["m"]`,
    `{"arguments":"{}","name":"f","value":"v"}`,
    `[{"name":"n","uri_template":"u{x}"}]`,
  ]);
});

Deno.test("a message of the host can be handed back whole, changed, or with a member deleted", async () => {
  const { calls } = await run(
    `const [m] = h.recv().payload.messages; const copy = { ...m, tool_call: { id: "9", name: "z", arguments: "" } };
     p.chat("m", [m, JSON.parse(JSON.stringify(m)), copy], []);
     delete m.tool_call; delete m.tool_calls; p.chat("m", [m], [])`,
    { chat: { tool_calls: [] } },
    {
      kind: "endpoint-message",
      payload: {
        session: S,
        messages: [{
          role: "assistant",
          tool_calls: [{ id: "1", name: "f", arguments: "{}" }, { id: "2", name: "g", arguments: "{}" }],
        }],
        tools: [],
      },
    },
  );
  const ids = calls.filter((call) => call.op === "chat").map((call) =>
    (call.messages as { tool_calls: { id: string }[] }[]).map((message) => message.tool_calls.map(({ id }) => id).join())
  );
  deepStrictEqual(ids, [["1,2", "1,2", "9"], [""]]);
});

Deno.test("callTool's arguments are JSON text with sorted keys; text that holds an object is taken as it is", async () => {
  const { calls } = await run(
    `const deep = { b: [undefined, NaN, () => 1], a: { d: 1e21, c: -0 }, get skipped() { throw 1 }, u: undefined };
     for (const args of [deep, [1], "text", '{"x": 1}', null, 5, '[1]']) t.callTool("f", args)`,
  );
  deepStrictEqual(calls.map((call) => call.arguments), [
    `{"a":{"c":0,"d":1e+21},"b":[null,null,{"length":0,"name":""}]}`,
    "[1]",
    `"text"`,
    `{"x": 1}`,
    "null",
    "5",
    `"[1]"`,
  ]);
});

/** What `streamEndpoint` makes of some deltas: the arguments of its calls, JSON text. */
function streamed(...deltas: unknown[]): string[] {
  const p = capturePrimordials();
  const writer = makeJsonWriter(p);
  const calls: string[] = [];
  const omw = makeOmw(p, makeReaders(p, writer, false), makeShapes(p), writer.json, (_op, args) => {
    calls.push(args);
    return "=null";
  });
  const { streamEndpoint } = omw.host as { streamEndpoint(session: string, delta: unknown): void };
  for (const delta of deltas) streamEndpoint(S, delta);
  return calls;
}

Deno.test("a delta of text alone is spelled as the process knows it again, and no other is", () => {
  const calls = streamed({ content: 'say "x"\n' }, { content: "x", finish_reason: "stop" }, { reasoning: "x" });
  deepStrictEqual(calls.map(plainStreamSession), [S, undefined, undefined]);
  deepStrictEqual(JSON.parse(calls[0]!), { session: S, delta: { content: 'say "x"\n', tool_calls: [] } });
});

Deno.test("a delta's members are found by either name and where they are inherited, whatever else it has", () => {
  const call = { id: "1", name: "f", arguments: "{}" };
  class Done {
    content = "x";
    get finish_reason() {
      return "stop";
    }
  }
  const hidden = Object.defineProperty({ content: "x" }, "finishReason", { value: "stop" });
  const deltas = [
    { finishReason: "stop" },
    { content: "x", finishReason: "stop" },
    new Done(),
    { toolCall: call },
    { toolCalls: [{ id: "1" }] },
    hidden,
  ];
  deepStrictEqual(streamed(...deltas).map((args) => JSON.parse(args).delta), [
    { tool_calls: [], finish_reason: "stop" },
    { content: "x", tool_calls: [], finish_reason: "stop" },
    { content: "x", tool_calls: [], finish_reason: "stop" },
    { tool_call: call, tool_calls: [] },
    { tool_calls: [{ index: 0, id: "1" }] },
    { content: "x", tool_calls: [] },
  ]);
});

Deno.test("memory is served from the snapshot, times and bytes and UUIDs locally", async () => {
  await using child = await BrainChild.start();
  const value = await child.evaluate(
    `const h = omw.host; const before = h.memoryGet("k"); h.memorySet("n", "1"); h.memorySetAs("o", { b: 1, a: [] });
     [before, h.memoryGet("n"), h.memoryGetAs("o"), h.memoryGetAs("k"), h.memoryRemove("n"), h.memoryRemove("n"), h.memoryGet("n") === undefined,
      h.timeFormat(86400000.9, "%F"), Math.abs(h.timeNow() - Date.now()) < 1000, h.newUuid() !== h.newUuid(),
      h.base64Decode(h.base64Encode([0, 255, 128])), h.waitFor(1e300).length]`,
    {},
    { k: "seed", ["__proto__"]: "x" },
  );
  strictEqual(value, `["seed","1",{"a":[],"b":1},"seed",true,false,true,"1970-01-02",true,true,[0,255,128],36]`);
});

Deno.test("console and log reach the host's log, a line each", async () => {
  const { calls } = await run(
    `console.log("a", 1, { b: 1n }, new TypeError("t"), undefined, null, [1]); console.warn(Symbol("s")); console.error(); console.debug(-0); h.log("info", "x")`,
  );
  deepStrictEqual(calls.map((call) => [call.level, call.message]), [
    ["info", "a 1 [object] TypeError: t undefined null [1]"],
    ["warn", "Symbol(s)"],
    ["error", ""],
    ["debug", "0"],
    ["info", "x"],
  ]);
});
