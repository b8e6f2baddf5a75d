import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { ChatDelta, ToolCall } from "../protocol/model.ts";
import { DeltaDecoder, MAX_EVENT } from "./openai_deltas.ts";

const encoder = new TextEncoder();

/** What one stream decodes to. */
interface Decoded {
  deltas: ChatDelta[];
  fault?: string;
}

function decode(reads: Iterable<Uint8Array>): Decoded {
  const decoder = new DeltaDecoder();
  const deltas: ChatDelta[] = [];
  for (const bytes of reads) deltas.push(...decoder.push(bytes));
  deltas.push(...decoder.end());
  return decoder.fault === undefined ? { deltas } : { deltas, fault: decoder.fault.message };
}

function data(value: unknown): string {
  return `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
}

function chunk(delta: unknown, finish_reason?: string | null): string {
  return data({ choices: [{ index: 0, delta, finish_reason }] });
}

function calls(...tool_calls: unknown[]): string {
  return chunk({ tool_calls });
}

const DONE = data("[DONE]");
const a = { tool_calls: [], content: "a" };
const stop = { tool_calls: [], finish_reason: "stop" };
const STOP = chunk({}, "stop");

function whole(id: string, args: string, name = "f"): ChatDelta {
  return { tool_calls: [], tool_call: { id, name, arguments: args } };
}

/** Each stream with what it must decode to; P-numbers are the bug reports that it comes from. */
const STREAMS: { name: string; stream: string; deltas: ChatDelta[]; fault?: RegExp }[] = [
  { name: "P01 data: without a space", stream: `data:{"choices":[{"delta":{"content":"a"}}]}\n\ndata:[DONE]\n\n`, deltas: [a] },
  {
    name: "P02 data lines of one event are joined with a line end, further spaces kept",
    stream: `data:  {"choices":[{"delta":\ndata: {"content":"a"}}]}\n\n${DONE}`,
    deltas: [a],
  },
  { name: "P03 CRLF", stream: (chunk({ content: "a" }) + STOP).replaceAll("\n", "\r\n"), deltas: [a, stop] },
  { name: "P03 lone CR", stream: (chunk({ content: "a" }) + STOP).replaceAll("\n", "\r"), deltas: [a, stop] },
  {
    name: "P03 mixed line ends",
    stream: `data: {"choices":[{"delta":{"content":"a"}}]}\r\n\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\r\r\n`,
    deltas: [a, stop],
  },
  {
    name: "P04 multi-byte characters",
    stream: chunk({ content: "日😀é" }) + DONE,
    deltas: [{ tool_calls: [], content: "日😀é" }],
  },
  { name: "P05 a byte order mark", stream: `\uFEFF${chunk({ content: "a" })}${DONE}`, deltas: [a] },
  { name: "P06 comments", stream: `: OPENROUTER PROCESSING\n\n${chunk({ content: "a" })}: x\n${DONE}`, deltas: [a] },
  {
    name: "events that end with one line end",
    stream: `${chunk({ content: "a" }).trimEnd()}\n${chunk({ content: "a" }).trimEnd()}\ndata: [DONE]\n`,
    deltas: [a, a],
  },
  {
    name: "fields and lines that mean nothing here",
    stream: `id: 1\nretry: 5\nfoo: bar\n${chunk({ content: "a" })}${DONE}`,
    deltas: [a],
  },
  { name: "P10 [DONE] without a finish reason is whole", stream: chunk({ content: "a" }) + DONE, deltas: [a] },
  {
    name: "P10 a finish reason without [DONE] is whole",
    stream: chunk({ content: "a" }, "stop"),
    deltas: [{ ...a, finish_reason: "stop" }],
  },
  { name: "P10 both", stream: chunk({ content: "a" }) + STOP + DONE, deltas: [a, stop] },
  { name: "P10 neither is a cut", stream: chunk({ content: "a" }), deltas: [a], fault: /neither a finish reason nor \[DONE\]/ },
  {
    name: "P10 a cut within arguments gives no whole call",
    stream: calls({ index: 0, id: "c", function: { name: "f", arguments: `{"q":` } }),
    deltas: [{
      tool_calls: [{ index: 0, id: "c", name: "f", arguments: `{"q":` }],
      tool_call: { id: "c", name: "f", arguments: `{"q":` },
    }],
    fault: /cut off/,
  },
  { name: "a last event without its blank line", stream: chunk({ content: "a" }) + STOP.trimEnd(), deltas: [a, stop] },
  {
    name: "P11 an error chunk after deltas",
    stream: chunk({ content: "a" }) + data({ error: { message: "boom", code: 429 } }) + STOP,
    deltas: [a],
    fault: /^boom \(code 429\)$/,
  },
  {
    name: "P11 an error event after deltas",
    stream: `${chunk({ content: "a" })}event: error\n${data({ error: { message: "boom" } })}`,
    deltas: [a],
    fault: /^boom$/,
  },
  {
    name: "P11 an error event that is no JSON",
    stream: `event: error\ndata: out of memory\n\n`,
    deltas: [],
    fault: /^out of memory$/,
  },
  { name: "P11 an error that is text", stream: data({ error: "boom" }), deltas: [], fault: /^boom$/ },
  { name: "error: null is no error", stream: data({ error: null, choices: [{ delta: { content: "a" } }] }) + DONE, deltas: [a] },
  {
    name: "P12 chunks without choices",
    stream: data({ choices: [] }) + data({}) + data({ choices: null }) + data({ choices: [], usage: { total_tokens: 3 } }) +
      data({ usage: { prompt_tokens: 1, prompt_tokens_details: { cached_tokens: 1 } } }) + DONE,
    deltas: [
      { tool_calls: [], usage: { total_tokens: 3 } },
      { tool_calls: [], usage: { prompt_tokens: 1, prompt_tokens_details: { cached_tokens: 1 } } },
    ],
  },
  {
    name: "P15 role empty or null, content absent or null",
    stream: chunk({ role: "", content: "a" }) + chunk({ role: null }) + chunk({}) + chunk({ content: null }) + DONE,
    deltas: [a, { tool_calls: [] }, { tool_calls: [] }, { tool_calls: [] }],
  },
  { name: "delta null or absent", stream: chunk(null, "stop") + DONE, deltas: [stop] },
  {
    name: "P17 reasoning under either name, never twice",
    stream: chunk({ reasoning: "r", reasoning_content: "r" }) + chunk({ reasoning_content: "s" }) + chunk({ reasoning: "t" }) +
      DONE,
    deltas: ["r", "s", "t"].map((reasoning) => ({ tool_calls: [], reasoning })),
  },
  { name: "content as parts", stream: chunk({ content: [{ type: "text", text: "a" }] }) + DONE, deltas: [a] },
  {
    name: "other choices are not the reply",
    stream: data({ choices: [{ index: 1, delta: { content: "no" } }] }) + chunk({ content: "a" }) + DONE,
    deltas: [a],
  },
  { name: "nothing after [DONE] counts", stream: chunk({ content: "a" }) + DONE + data({ error: "late" }), deltas: [a] },
  {
    name: "bad JSON",
    stream: chunk({ content: "a" }) + data("{oops") + STOP,
    deltas: [a],
    fault: /malformed SSE delta: expected JSON, found "\{oops"/,
  },
  { name: "a wrong type", stream: data({ choices: 5 }) + DONE, deltas: [], fault: /choices is 5, expected an array/ },
  { name: "null for a chunk", stream: data("null") + DONE, deltas: [], fault: /the event is null, expected an object/ },
  {
    name: "an HTML page",
    stream: "<html><title>Login</title>\n</html>",
    deltas: [],
    fault: /expected an event stream, found "<html>/,
  },
  { name: "an empty body", stream: "", deltas: [], fault: /cut off/ },
  {
    name: "P25 no index: one call in one chunk",
    stream: calls({ id: "c", function: { name: "f", arguments: "{}" } }) + chunk({}, "tool_calls") + DONE,
    deltas: [
      { tool_calls: [{ index: 0, id: "c", name: "f", arguments: "{}" }], tool_call: { id: "c", name: "f", arguments: "{}" } },
      whole("c", "{}"),
      { tool_calls: [], tool_call: { id: "c", name: "f", arguments: "{}" }, finish_reason: "tool_calls" },
    ],
  },
  {
    name: "a call and the finish reason in one chunk: the call comes first",
    stream: chunk({ content: "a", tool_calls: [{ index: 0, id: "c", function: { name: "f", arguments: "{}" } }] }, "tool_calls"),
    deltas: [
      {
        content: "a",
        tool_calls: [{ index: 0, id: "c", name: "f", arguments: "{}" }],
        tool_call: { id: "c", name: "f", arguments: "{}" },
      },
      whole("c", "{}"),
      { ...whole("c", "{}"), finish_reason: "tool_calls" },
    ],
  },
  {
    name: "P28 interleaved calls, each by its index; every later delta carries the lowest call",
    stream: calls({ index: 1, id: "y", function: { name: "g" } }) +
      calls({ index: 0, id: "x", function: { name: "f", arguments: "[" } }) +
      calls({ index: 1, function: { arguments: "2" } }) + calls({ index: 0, function: { arguments: "]" } }) + STOP,
    deltas: [
      { tool_calls: [{ index: 1, id: "y", name: "g" }], tool_call: { id: "y", name: "g", arguments: "" } },
      { tool_calls: [{ index: 0, id: "x", name: "f", arguments: "[" }], tool_call: { id: "x", name: "f", arguments: "[" } },
      { tool_calls: [{ index: 1, arguments: "2" }], tool_call: { id: "x", name: "f", arguments: "[" } },
      { tool_calls: [{ index: 0, arguments: "]" }], tool_call: { id: "x", name: "f", arguments: "[]" } },
      whole("x", "[]"),
      whole("y", "2", "g"),
      { ...whole("x", "[]"), finish_reason: "stop" },
    ],
  },
  {
    name: "P22 __proto__ as tool name and in arguments",
    stream: calls({ index: 0, id: "__proto__", function: { name: "__proto__", arguments: `{"__proto__":{"x":1}}` } }) + DONE,
    deltas: [
      {
        tool_calls: [{ index: 0, id: "__proto__", name: "__proto__", arguments: `{"__proto__":{"x":1}}` }],
        tool_call: { id: "__proto__", name: "__proto__", arguments: `{"__proto__":{"x":1}}` },
      },
      whole("__proto__", `{"__proto__":{"x":1}}`, "__proto__"),
    ],
  },
  {
    name: "P34 length: the half call is neither flushed nor on the last delta",
    stream: calls({ index: 0, id: "c", function: { name: "f", arguments: `{"q":"ab` } }) + chunk({}, "length") + DONE,
    deltas: [
      {
        tool_calls: [{ index: 0, id: "c", name: "f", arguments: `{"q":"ab` }],
        tool_call: { id: "c", name: "f", arguments: `{"q":"ab` },
      },
      { tool_calls: [], finish_reason: "length" },
    ],
  },
];

for (const { name, stream, deltas, fault } of STREAMS) {
  Deno.test(`DeltaDecoder: ${name}, however it is cut into reads`, () => {
    const bytes = encoder.encode(stream);
    const reads: Uint8Array[][] = [[bytes], Array.from(bytes, (byte) => Uint8Array.of(byte))];
    for (let cut = 0; cut <= bytes.length; cut++) reads.push([bytes.subarray(0, cut), new Uint8Array(), bytes.subarray(cut)]);
    for (const cut of reads) {
      const decoded = decode(cut);
      deepStrictEqual(decoded.deltas, deltas);
      if (fault === undefined) strictEqual(decoded.fault, undefined);
      else match(decoded.fault ?? "no fault", fault);
    }
  });

  Deno.test(`DeltaDecoder: ${name}, broken off after any byte, is whole or a fault`, () => {
    const bytes = encoder.encode(stream);
    for (let end = 0; end < bytes.length; end++) {
      const decoded = decode([bytes.subarray(0, end)]);
      const marked = new TextDecoder().decode(bytes.subarray(0, end)).includes("[DONE]");
      const isWhole = marked || decoded.deltas.some((delta) => delta.finish_reason !== undefined);
      ok(decoded.fault !== undefined || isWhole, `no fault after ${end} bytes`);
    }
  });
}

Deno.test("DeltaDecoder: P26 a new id at the same index begins another call", () => {
  const first = calls({ index: 0, id: "a", function: { name: "f", arguments: `{"q":1}` } });
  const second = calls({ index: 0, id: "b", function: { name: "f", arguments: `{"q":2}` } });
  const third = calls({ index: 1, id: "c", function: { name: "f", arguments: "{}" } });
  const { deltas } = decode([encoder.encode(first + second + third + chunk({}, "tool_calls"))]);
  deepStrictEqual(deltas.flatMap((delta) => delta.tool_calls.map(({ index, id }) => [index, id])), [[0, "a"], [1, "b"], [
    2,
    "c",
  ]]);
  deepStrictEqual(flushed(deltas).map((call) => [call.id, call.arguments]), [["a", `{"q":1}`], ["b", `{"q":2}`], ["c", "{}"]]);
});

Deno.test("DeltaDecoder: P31 a call without an id gets one and keeps it", () => {
  const stream = calls({ index: 0, id: "", type: null, function: { name: "f", arguments: "{" } }) +
    calls({ index: 0, id: null, function: { arguments: "}" } }) + DONE;
  const { deltas } = decode([encoder.encode(stream)]);
  const id = deltas[0]?.tool_calls[0]?.id ?? "";
  match(id, /^call_[0-9a-f-]{36}$/);
  strictEqual(deltas[1]?.tool_calls[0]?.id, undefined);
  deepStrictEqual(flushed(deltas), [{ id, name: "f", arguments: "{}" }]);
});

Deno.test("DeltaDecoder: P32 empty arguments become an empty object", () => {
  const stream = calls({ index: 0, id: "c", function: { name: "f", arguments: "" } }) + chunk({}, "tool_calls");
  const { deltas } = decode([encoder.encode(stream)]);
  deepStrictEqual(flushed(deltas), [{ id: "c", name: "f", arguments: "{}" }]);
  strictEqual(deltas.at(-1)?.tool_call?.arguments, "{}");
});

Deno.test("DeltaDecoder: P20 an event of 2 MiB arrives, one without end is a fault and keeps no more than the bound", () => {
  const text = "x".repeat(2 * 1024 * 1024);
  const { deltas } = decode([encoder.encode(chunk({ content: text }) + DONE)]);
  strictEqual(deltas[0]?.content, text);

  const decoder = new DeltaDecoder();
  const piece = encoder.encode("y".repeat(256 * 1024));
  decoder.push(encoder.encode("data: "));
  let fed = 0;
  while (decoder.fault === undefined && fed < 2 * MAX_EVENT) {
    decoder.push(piece);
    fed += piece.length;
  }
  ok(fed <= MAX_EVENT + piece.length);
  match(decoder.fault?.message ?? "", /an event of more than 8388608 characters/);
  deepStrictEqual(decoder.push(encoder.encode(`\n\n${STOP}`)), []);
});

Deno.test("DeltaDecoder translates the names of called tools back", () => {
  const decoder = new DeltaDecoder((alias) => alias === "a_b" ? "a.b" : alias);
  const deltas = decoder.push(encoder.encode(calls({ index: 0, id: "c", function: { name: "a_b", arguments: "{}" } })));
  strictEqual(deltas[0]?.tool_calls[0]?.name, "a.b");
  strictEqual(deltas[0]?.tool_call?.name, "a.b");
});

/** The calls of the deltas that carry nothing else. */
function flushed(deltas: ChatDelta[]): ToolCall[] {
  return deltas.flatMap(({ tool_calls, tool_call, finish_reason }) =>
    tool_call !== undefined && tool_calls.length === 0 && finish_reason === undefined ? [tool_call] : []
  );
}
