import { deepStrictEqual, match, rejects, strictEqual, throws } from "node:assert/strict";
import { buildProvider, chatRequest, collect, noSignal } from "../../tests/support/provider.ts";
import { defaultTunables } from "../config/mod.ts";
import { foldDeltas } from "../host/fold.ts";
import { mockProvider } from "./mock.ts";

/** What a build is refused with. */
function assertRefused(build: () => unknown): string {
  let message = "";
  throws(build, (error) => error instanceof Error && (message = error.message) !== "");
  return message;
}

async function chat(turn: unknown) {
  return await collect(await buildProvider("mock", { turns: [turn] }).chatStream(chatRequest(), noSignal()));
}

const call = { id: "c", name: "f", arguments: `{"a":1}` };

/** A turn of the script and the reads that it becomes. */
const TURNS: { name: string; turn: unknown; deltas: unknown[]; error?: string }[] = [
  { name: "text", turn: { content: "hi" }, deltas: [{ tool_calls: [], content: "hi", finish_reason: "stop" }] },
  { name: "nothing", turn: {}, deltas: [{ tool_calls: [], finish_reason: "stop" }] },
  {
    name: "reasoning before text and usage",
    turn: { reasoning: "hm", content: "hi", usage: { prompt_tokens: 1 } },
    deltas: [{ tool_calls: [], reasoning: "hm" }, {
      tool_calls: [],
      content: "hi",
      finish_reason: "stop",
      usage: { prompt_tokens: 1 },
    }],
  },
  {
    name: "a call with arguments as text",
    turn: { tool_call: call },
    deltas: [{ tool_calls: [{ index: 0, ...call }], tool_call: call, finish_reason: "tool_calls" }],
  },
  {
    name: "a call with inline arguments: compact, keys sorted",
    turn: { content: "x", tool_call: { id: "c", name: "f", arguments: { b: [1, { d: 1, c: 2 }], a: 1 } } },
    deltas: [{
      content: "x",
      tool_calls: [{ index: 0, id: "c", name: "f", arguments: `{"a":1,"b":[1,{"c":2,"d":1}]}` }],
      tool_call: { id: "c", name: "f", arguments: `{"a":1,"b":[1,{"c":2,"d":1}]}` },
      finish_reason: "tool_calls",
    }],
  },
  {
    name: "several calls: a delta each",
    turn: { tool_calls: [call, { ...call, id: "d" }], usage: {} },
    deltas: [
      { tool_calls: [{ index: 0, ...call }], tool_call: call },
      { tool_calls: [{ index: 1, ...call, id: "d" }], tool_call: { ...call, id: "d" }, finish_reason: "tool_calls", usage: {} },
    ],
  },
  { name: "an error alone", turn: { error: "boom" }, deltas: [], error: "boom" },
  {
    name: "an error after text",
    turn: { content: "hi", error: "boom" },
    deltas: [{ tool_calls: [], content: "hi" }],
    error: "boom",
  },
  {
    name: "pieces, then the rest",
    turn: { chunks: [{ content: "a", delay_ms: 1 }, { reasoning: "r" }], tool_calls: [call], usage: {} },
    deltas: [{ tool_calls: [], content: "a" }, { tool_calls: [], reasoning: "r" }, {
      tool_calls: [{ index: 0, ...call }],
      tool_call: call,
      finish_reason: "tool_calls",
      usage: {},
    }],
  },
  {
    name: "pieces that break off",
    turn: { chunks: [{ content: "a" }, { content: "b", cut: true }, { content: "c" }] },
    deltas: [{ tool_calls: [], content: "a" }, { tool_calls: [], content: "b" }],
    error: "the scripted stream was cut off",
  },
];

for (const { name, turn, deltas, error } of TURNS) {
  Deno.test(`mock: a turn with ${name}`, async () => {
    const result = await chat(turn);
    deepStrictEqual(result.reads.flat(), deltas);
    strictEqual(result.error?.message, error);
  });
}

Deno.test("mock: turns go to chats in the order of the calls, not of the reading; the last repeats", async () => {
  const provider = buildProvider("mock", { turns: [{ content: "1" }, { content: "2" }, { content: "3" }] });
  const opened = [0, 1, 2, 3, 4].map(() => provider.chatStream(chatRequest(), noSignal()));
  const streams = await Promise.all(opened);
  const contents: (string | undefined)[] = [];
  for (const stream of streams.toReversed()) contents.unshift((await foldDeltas(stream)).content);
  deepStrictEqual(contents, ["1", "2", "3", "3", "3"]);
});

Deno.test("mock: without turns a chat is an empty stream", async () => {
  const provider = buildProvider("mock", {});
  deepStrictEqual(await collect(await provider.chatStream(chatRequest(), noSignal())), { reads: [] });
  deepStrictEqual(await foldDeltas(await provider.chatStream(chatRequest(), noSignal())), { tool_calls: [] });
});

Deno.test("mock: models are as configured, or mock-model", async () => {
  deepStrictEqual(await buildProvider("mock", {}).listModels(noSignal()), ["mock-model"]);
  deepStrictEqual(await buildProvider("mock", { models: ["b", "a"] }).listModels(noSignal()), ["b", "a"]);
});

Deno.test("mock: an abort ends a pending turn, a pause, and a call", async () => {
  const abort = new AbortController();
  const provider = buildProvider("mock", {
    turns: [{ content: "a", pending: true }, { chunks: [{ content: "b", delay_ms: 60_000 }] }],
  });
  const pending = collect(await provider.chatStream(chatRequest(), abort.signal));
  const pausing = collect(await provider.chatStream(chatRequest(), abort.signal));
  abort.abort(new Error("stop it"));
  const [first, second] = await Promise.all([pending, pausing]);
  match(first.error?.message ?? "", /stop it/);
  strictEqual(second.error?.name, "AbortError");
  deepStrictEqual(second.reads, []);
  await rejects(provider.chatStream(chatRequest(), abort.signal), /stop it/);
  await rejects(provider.listModels(abort.signal), /stop it/);
});

Deno.test("mock: a turn of which two keys say different things is refused by name", () => {
  const refused = (turn: unknown) => assertRefused(() => buildProvider("mock", { turns: [{}, turn] }));
  match(
    refused({ content: "a", chunks: [{ content: "b" }] }),
    /^providers\.x\.turns\[1\]: the text of a turn stands in .*not in both$/,
  );
  match(
    refused({ tool_call: call, tool_calls: [call] }),
    /^providers\.x\.turns\[1\]: a turn has tool_call or tool_calls, not both/,
  );
  match(refused({ error: "a", pending: true }), /^providers\.x\.turns\[1\]: a turn ends with an error or stays pending/);
});

Deno.test("mock: mock_speed makes the pauses of a turn short", async () => {
  const turn = { chunks: [{ content: "a", delay_ms: 3_600_000 }, { content: "b", delay_ms: 3_600_000 }] };
  const args = { name: "x", params: { turns: [turn] }, where: "providers.x", warn: () => {} };
  const provider = mockProvider.build({ ...args, tunables: { ...defaultTunables(), mock_speed: 1_000_000 } });
  strictEqual((await foldDeltas(await provider.chatStream(chatRequest(), noSignal()))).content, "ab");
});

Deno.test("mock: wrong params are refused by their path, unknown keys warned of", () => {
  throws(
    () => buildProvider("mock", { turns: [{ content: 5 }] }),
    /^ConfigError: providers\.x\.turns\[0\]\.content: expected a string/,
  );
  throws(() => buildProvider("mock", { turns: [{ tool_call: { id: "a" } }] }), /providers\.x\.turns\[0\]\.tool_call\.name/);
  const warnings: string[] = [];
  buildProvider("mock", { turns: [{ contnet: "x" }] }, warnings);
  strictEqual(warnings.length, 1);
  match(warnings[0] ?? "", /providers\.x\.turns\[0\]\.contnet.*content/);
});
