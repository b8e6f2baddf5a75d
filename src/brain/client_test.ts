import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { eventLine, MAX_FRAME_BYTES, MAX_HANDLES } from "../protocol/frames.ts";
import { BrainChild } from "../../tests/support/brain_child.ts";

const S = "cccccccc-cccc-4ccc-8ccc-cccccccccccc";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

Deno.test("one-way calls need no answer, and their handles are minted in the child", async () => {
  await using child = await BrainChild.start();
  await child.run(
    `const p = omw.provider.get("p"), t = omw.tooling.get("t"), h = omw.host;
     [p.chatStream("m", [], []), t.callTool("x", {}), h.waitFor(5), h.waitUntil(9e15), h.subscribeAgent("bob"), h.subscribeLifecycle()]`,
    { providers: { p: "openai" }, toolings: { t: "mcp" } },
  );
  const frames = await child.rest();
  deepStrictEqual(frames.map((frame) => frame.op), [
    "chat_stream",
    "call_tool",
    "wait_for",
    "wait_until",
    "subscribe_agent",
    "subscribe_lifecycle",
    undefined,
  ]);
  const handles = JSON.parse(frames.at(-1)!.v as string) as string[];
  deepStrictEqual(handles, frames.slice(0, -1).map((frame) => frame.u));
  for (const handle of handles) match(handle, UUID);
});

Deno.test("above 4,096 open handles a call errors; a fired timer makes room", async () => {
  await using child = await BrainChild.start();
  child.answers.set("sync", () => null);
  await child.run(
    `const h = omw.host; let first; const seen = [];
     for (let i = 0; i < ${MAX_HANDLES}; i++) { const u = h.waitFor(1e6); first ??= u }
     try { h.waitFor(1) } catch (e) { seen.push(e.message) }
     seen.push(h.recv().kind); seen.push(typeof h.waitFor(1)); seen`,
  );
  const first = await child.next();
  for (let i = 1; i < MAX_HANDLES; i++) await child.next();
  await child.push(1, 1, first.u as string, { kind: "timer" });
  const done = (await child.rest()).at(-1)!;
  match(done.v as string, /^\["4096 handles are open, .*","timer","string"\]$/);
});

Deno.test("a known session takes deltas one-way, every 256th is a round trip, and a finished one has to be asked for", async () => {
  await using child = await BrainChild.start();
  const asked: number[] = [];
  let told = 0;
  child.answers.set("stream_endpoint", () => asked.push(told));
  await child.run(
    `for (let i = 0; i < 520; i++) omw.host.streamEndpoint("${S}", { content: "x" });
    omw.host.streamEndpoint("${S}", { finish_reason: "stop" });
    omw.host.streamEndpoint("${S}", { content: "late" })`,
    { endpoint: true, sessions: [S] },
  );
  for (;;) {
    const frame = await child.next();
    if (frame.t === "done") break;
    told++;
  }
  // 255 and 255 told, an ask after each; eight more and the finish; then the ask for a session that is not known any more.
  strictEqual(told, 519);
  strictEqual(asked.length, 3);
});

Deno.test("a delta for an unknown or ended session is a round trip whose error reaches the brain", async () => {
  await using child = await BrainChild.start();
  await child.run(
    `const h = omw.host; const e = h.recv(); const seen = [];
     for (const s of [e.payload.session, "${S}"]) try { h.streamEndpoint(s, { content: "x" }); seen.push("sent") } catch (e) { seen.push(e.message) } seen`,
    { endpoint: true },
  );
  await child.expect({ t: "want" });
  const session = "dddddddd-dddd-4ddd-8ddd-dddddddddddd";
  // In one write, so that the child has read both before it hands over the event.
  const message = JSON.stringify({ kind: "endpoint-message", payload: { session, messages: [], tools: [] } });
  await child.line(`${eventLine(1, 1, S, message)}\n${JSON.stringify({ t: "ended", r: 1, id: session })}`);
  await child.expect({ t: "ack" });
  for (const id of [session, S]) {
    const ask = await child.expect({ t: "ask", op: "stream_endpoint", session: id });
    await child.send({ t: "re", r: 1, i: ask.i as number, err: `unknown endpoint session "${id}"` });
  }
  const done = await child.expect({ t: "done" });
  strictEqual(done.v, JSON.stringify([session, S].map((id) => `unknown endpoint session "${id}"`)));
});

Deno.test("without an endpoint nothing is sent", async () => {
  await using child = await BrainChild.start();
  await child.run(
    `const seen = []; for (const f of [() => omw.host.subscribeEndpoint("m"), () => omw.host.streamEndpoint("s", {})])
    try { f() } catch (e) { seen.push(e.name + ": " + e.message) } seen`,
  );
  const text = "Error: the endpoint is not configured";
  strictEqual((await child.expect({ t: "done" })).v, JSON.stringify([text, text]));
});

Deno.test("names that a control frame brings are known from then on", async () => {
  await using child = await BrainChild.start();
  await child.run(`omw.host.recv(); [omw.provider.get("new").kind(), omw.tooling.get("t2").kind()].join()`);
  await child.expect({ t: "want" });
  await child.send({ t: "names", r: 1, providers: { new: "openai" }, toolings: { t2: "mcp" } });
  await child.push(1, 1, S, { kind: "message", payload: "" });
  strictEqual((await child.rest()).at(-1)!.v, "openai,mcp");
});

Deno.test("events that arrive while a call waits are queued in order", async () => {
  await using child = await BrainChild.start();
  child.answers.set("sync", () => null);
  await child.run(
    `const models = omw.provider.get("p").listModels(); [models, omw.host.recv().payload, omw.host.recv().payload]`,
    {
      providers: { p: "openai" },
    },
  );
  const ask = await child.expect({ t: "ask", op: "list_models" });
  await child.push(1, 1, S, { kind: "message", payload: "1" }, { kind: "message", payload: "2" });
  await child.send({ t: "re", r: 1, i: 99, v: ["stale"] }, { t: "re", r: 1, i: ask.i as number, v: ["m"] });
  strictEqual((await child.rest()).at(-1)!.v, `[["m"],"1","2"]`);
});

Deno.test("a call above the frame's bound is an error that names the size; without a result it is dropped with a warning", async () => {
  await using child = await BrainChild.start();
  await child.run(
    `const big = "x".repeat(${MAX_FRAME_BYTES}); let text; try { omw.tooling.get("t").callTool("f", { big }) } catch (e) { text = e.message }
     omw.host.sendAgent("bob", big); omw.host.memorySet("k", big); [text, omw.host.memoryGet("k") === undefined]`,
    { toolings: { t: "mcp" } },
  );
  const frames = await child.rest();
  deepStrictEqual(frames.map((frame) => [frame.t, frame.op, frame.level]), [
    ["do", "log", "warn"],
    ["do", "log", "warn"],
    ["done", undefined, undefined],
  ]);
  match(frames[0]!.message as string, /^dropped send_agent: it takes \d+ bytes, more than the 16777216 /);
  match(frames.at(-1)!.v as string, /^\["call_tool: it takes \d+ bytes, .*",true\]$/);
});

Deno.test("local answers are told to the trace when somebody listens, and only then", async () => {
  await using child = await BrainChild.start();
  const source =
    `omw.host.whoami(); omw.host.memoryGet("k"); try { omw.host.waitUntil(1) } catch {} omw.host.timeNow(); omw.host.newUuid(); 0`;
  await child.run(source, { trace: true });
  deepStrictEqual((await child.rest()).map((frame) => [frame.op, frame.op, frame.detail].slice(1)), [
    ["traced", {}],
    ["traced", { key: "k" }],
    ["traced", { ts: 1 }],
    [undefined, undefined],
  ]);
  await child.run(source, { r: 2 });
  deepStrictEqual((await child.rest()).map((frame) => frame.t), ["done"]);
});

Deno.test("a text that can't be a handle is never sent", async () => {
  await using child = await BrainChild.start();
  const value = await child.evaluate(
    `const h = omw.host, p = omw.provider.get("p"); p.cancel("x"); h.cancelTimer(""); h.unsubscribeAgent("A"); h.unsubscribeEndpoint("__proto__"); p.isOpen("x")`,
    { providers: { p: "openai" } },
  );
  strictEqual(value, "false");
});
