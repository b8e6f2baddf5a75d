import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import type { ChatDelta } from "../protocol/model.ts";
import { buildProvider, chatRequest, collect, noSignal } from "../../tests/support/provider.ts";
import { chunk, END, head, type Step, Upstream } from "../../tests/support/upstream.ts";

function event(delta: unknown, finish_reason?: string): string {
  return `data: ${JSON.stringify({ choices: [{ delta, finish_reason }] })}\n\n`;
}

const A = event({ content: "a" });
const STOP = event({}, "stop");
const DONE = "data: [DONE]\n\n";
const WHOLE: ChatDelta[] = [{ tool_calls: [], content: "a" }, { tool_calls: [], finish_reason: "stop" }];

/** Runs one chat against a server that answers each request with `steps`. */
async function chat(steps: Iterable<Step>, params: Record<string, unknown> = {}) {
  await using upstream = await Upstream.start(() => steps);
  const provider = buildProvider("openai", { base_url: upstream.url, max_retries: 0, ...params });
  const result = await collect(await provider.chatStream(chatRequest(), noSignal()));
  return { ...result, deltas: result.reads.flat(), url: upstream.url };
}

Deno.test("openai stream: P03 P04 P05 one byte per read over a real connection", async () => {
  const bytes = new TextEncoder().encode(
    `\uFEFF: hi\r\n\r\n${event({ content: "日😀" })}${STOP}${DONE}`.replaceAll("\n", "\r\n"),
  );
  const { deltas, error } = await chat([head(), ...Array.from(bytes, (byte) => chunk(Uint8Array.of(byte))), END]);
  strictEqual(error, undefined);
  deepStrictEqual(deltas, [{ tool_calls: [], content: "日😀" }, { tool_calls: [], finish_reason: "stop" }]);
});

Deno.test("openai stream: the deltas of one read come in one array, never an empty one", async () => {
  const second = Promise.withResolvers<void>();
  await using upstream = await Upstream.start(
    () => [head(), chunk(A + A + A), { until: second.promise }, chunk(": ping\n\n"), chunk(STOP + DONE), END],
  );
  const stream = await buildProvider("openai", { base_url: upstream.url }).chatStream(chatRequest(), noSignal());
  const sizes: number[] = [];
  for await (const read of stream) {
    sizes.push(read.length);
    second.resolve();
  }
  deepStrictEqual(sizes, [3, 1]);
});

/** How a connection can end, and whether the reply is whole then. */
const ENDS: { name: string; steps: Step[]; whole: boolean; error?: RegExp }[] = [
  { name: "P10 [DONE], proper end", steps: [chunk(A + DONE), END], whole: true },
  { name: "P10 finish reason, proper end", steps: [chunk(A + STOP), END], whole: true },
  { name: "P10 finish reason, then the connection breaks", steps: [chunk(A + STOP)], whole: true },
  { name: "P10 [DONE], then the connection breaks", steps: [chunk(A + STOP + DONE)], whole: true },
  {
    name: "P10 neither, proper end",
    steps: [chunk(A), END],
    whole: false,
    error: /: the stream ended with neither a finish reason nor \[DONE\]/,
  },
  {
    name: "P10 neither, the connection breaks",
    steps: [chunk(A)],
    whole: false,
    error: / broke off: the service closed the connection$/,
  },
  { name: "within an event, the connection breaks", steps: [chunk(A + A.slice(0, 20))], whole: false, error: / broke off: / },
  {
    name: "P11 an error after deltas",
    steps: [chunk(`${A}data: {"error":{"message":"boom"}}\n\n${STOP}`), END],
    whole: false,
    error: /: boom$/,
  },
];

for (const { name, steps, whole, error } of ENDS) {
  Deno.test(`openai stream: ${name}: ${whole ? "whole" : "deltas, then an error"}`, async () => {
    const result = await chat([head(), ...steps]);
    strictEqual(result.deltas[0]?.content, "a");
    if (error === undefined) strictEqual(result.error, undefined);
    else {
      match(result.error?.message ?? "no error", error);
      ok(result.error?.message.startsWith(`chat stream of ${result.url}`));
    }
  });
}

Deno.test("openai stream: a page instead of a stream is told as such", async () => {
  const { error, deltas } = await chat([
    head("200 OK", { "content-type": "text/html" }),
    chunk("<html><body>Log in</body></html>"),
    END,
  ]);
  deepStrictEqual(deltas, []);
  match(error?.message ?? "", /expected an event stream, found "<html>/);
});

Deno.test("openai stream: a service that falls silent is given up after idle_timeout_secs", async () => {
  const { error, deltas } = await chat([head(), chunk(A), { untilClosed: true }], { idle_timeout_secs: 0.2 });
  strictEqual(deltas.length, 1);
  match(error?.message ?? "", / broke off: nothing came for 0\.2 s \(idle_timeout_secs\)$/);
});

Deno.test("openai stream: pauses below idle_timeout_secs do not add up, nor does a slow consumer count", async () => {
  const steps = [head(), ...[1, 2, 3, 4].flatMap(() => [chunk(A), { pause: 150 }]), chunk(STOP), END];
  strictEqual((await chat(steps, { idle_timeout_secs: 0.4 })).error, undefined);

  await using upstream = await Upstream.start(() => [head(), chunk(A), { pause: 50 }, chunk(STOP), END]);
  const provider = buildProvider("openai", { base_url: upstream.url, idle_timeout_secs: 0.1 });
  for await (const _ of await provider.chatStream(chatRequest(), noSignal())) {
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
});

Deno.test("openai stream: after [DONE] a connection that stays open holds nothing up", async () => {
  const start = performance.now();
  const { error, deltas } = await chat([head(), chunk(A + STOP + DONE), { untilClosed: true }]);
  strictEqual(error, undefined);
  deepStrictEqual(deltas, WHOLE);
  ok(performance.now() - start < 3000);
});

Deno.test("openai stream: an abort closes the connection at once, and nothing is delivered after", async () => {
  await using upstream = await Upstream.start(() => [head(), chunk(A), { untilClosed: true }]);
  const abort = new AbortController();
  const stream = await buildProvider("openai", { base_url: upstream.url }).chatStream(chatRequest(), abort.signal);
  const iterator = stream[Symbol.asyncIterator]();
  strictEqual((await iterator.next()).done, false);
  const pending = rejects(iterator.next(), /stop it/);
  abort.abort(new Error("stop it"));
  await pending;
  await rejects(iterator.next(), /stop it/);
  await upstream.when(() => upstream.closedByClient === 1);
});

Deno.test("openai stream: an abort closes a stream that nobody reads", async () => {
  await using upstream = await Upstream.start(() => [head(), chunk(A), { untilClosed: true }]);
  const abort = new AbortController();
  await buildProvider("openai", { base_url: upstream.url }).chatStream(chatRequest(), abort.signal);
  abort.abort();
  await upstream.when(() => upstream.closedByClient === 1);
});

Deno.test("openai stream: an abort while the request is being opened closes the connection", async () => {
  await using upstream = await Upstream.start(() => [{ untilClosed: true }]);
  const abort = new AbortController();
  const opening = buildProvider("openai", { base_url: upstream.url }).chatStream(chatRequest(), abort.signal);
  const failed = rejects(opening, /changed my mind/);
  await upstream.when(() => upstream.requests.length === 1);
  abort.abort(new Error("changed my mind"));
  await failed;
  await upstream.when(() => upstream.closedByClient === 1);
  strictEqual(upstream.requests.length, 1);
});

Deno.test("openai stream: an abort ends the pause before a retry", async () => {
  await using upstream = await Upstream.start(
    () => [{ send: "HTTP/1.1 503 x\r\nretry-after: 50\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" }],
  );
  const abort = new AbortController();
  const opening = buildProvider("openai", { base_url: upstream.url }).chatStream(chatRequest(), abort.signal);
  const failed = rejects(opening, /enough/);
  await upstream.when(() => upstream.requests.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  abort.abort(new Error("enough"));
  await failed;
});

Deno.test("openai stream: an abort before the call sends nothing", async () => {
  await using upstream = await Upstream.start(() => [head(), chunk(DONE), END]);
  const provider = buildProvider("openai", { base_url: upstream.url });
  await rejects(provider.chatStream(chatRequest(), AbortSignal.abort(new Error("too late"))), /too late/);
  await rejects(provider.listModels(AbortSignal.abort(new Error("too late"))), /too late/);
  strictEqual(upstream.requests.length, 0);
});

Deno.test("openai stream: a consumer that stops early closes the connection", async () => {
  await using upstream = await Upstream.start(() => [head(), chunk(A), { untilClosed: true }]);
  const stream = await buildProvider("openai", { base_url: upstream.url }).chatStream(chatRequest(), noSignal());
  for await (const _ of stream) break;
  await upstream.when(() => upstream.closedByClient === 1);
});

Deno.test("openai stream: a reset is an error after the deltas", async () => {
  const received = Promise.withResolvers<void>();
  await using upstream = await Upstream.start(() => [head(), chunk(A), { until: received.promise }, { reset: true }]);
  const stream = await buildProvider("openai", { base_url: upstream.url }).chatStream(chatRequest(), noSignal());
  const iterator = stream[Symbol.asyncIterator]();
  strictEqual((await iterator.next()).value?.[0]?.content, "a");
  received.resolve();
  await rejects(iterator.next(), / broke off: the service closed the connection$/);
  strictEqual((await iterator.next()).done, true);
});

Deno.test("openai stream: a reply that was read to its end leaves the connection to the next request", async () => {
  const ports: number[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (_, { remoteAddr }) => {
    ports.push((remoteAddr as Deno.NetAddr).port);
    return new Response(A + STOP + DONE);
  });
  const provider = buildProvider("openai", { base_url: `http://127.0.0.1:${server.addr.port}` });
  for (let count = 0; count < 2; count++) {
    deepStrictEqual((await collect(await provider.chatStream(chatRequest(), noSignal()))).reads.flat(), WHOLE);
  }
  strictEqual(ports[0], ports[1]);
});
