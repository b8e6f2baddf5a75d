/**
 * Serving while things change and break: the chat example, sessions across reloads and deaths, shutdown with open streams (facts §6.6,
 * §14.1).
 */

import assert from "node:assert/strict";
import OpenAI from "openai";
import { allGone } from "../support/process_tree.ts";
import { pythonOpenai } from "../support/python_openai.ts";
import { chatRequest, RawClient } from "../support/raw_client.ts";
import { answering, ClientStream, QUICK, SERVING, Serving } from "../support/serving.ts";
import { readSource } from "../support/source_files.ts";
import { chatPiece, chunk, END, head, Upstream } from "../support/upstream.ts";

/** The example as it ships, on a free port; `env` is laid over its config. */
function chatExample(env: Record<string, string> = {}, brain = readSource("examples/chat/brain.js")): Promise<Serving> {
  return Serving.serve(["loop", "--watch"], { "omw.toml": readSource("examples/chat/omw.toml"), "brain.js": brain }, {
    OMW__ENDPOINT__LISTEN: "127.0.0.1:0",
    OMW__TUNABLES__WATCH_DEBOUNCE_MS: "30",
    ...env,
  });
}

/** Names a real service for the example. */
function service(upstream: Upstream): Record<string, string> {
  return {
    OMW__PROVIDERS__SERVICE__KIND: "openai",
    OMW__PROVIDERS__SERVICE__BASE_URL: `${upstream.url}/v1`,
    OMW__PROVIDERS__SERVICE__API_KEY: "sk-a-key-that-nobody-may-see",
    OMW__TUNABLES__ALLOW_UNLOCKED_SECRETS: "true",
  };
}

const reply = "Hello! I am a scripted reply, sent in pieces. Give me a real model and I say something of my own.";

Deno.test("The chat example answers streamed and buffered; an edit while a stream runs ends it, and the next request gets the new brain", async () => {
  await using serving = await chatExample();
  const whole = await serving.ask("chat");
  assert.deepEqual([whole.status, whole.text], [200, reply]);
  const stream = await serving.stream("chat");
  assert.match(await stream.next() ?? "", /Hello! /);
  const edited = readSource("examples/chat/brain.js").replace(
    "send(session, payload);",
    `send(session, { content: "new brain", finish_reason: "stop" });`,
  );
  await serving.dir.write("brain.js", edited);
  const { text, end, done } = await stream.rest();
  assert.ok(reply.startsWith(`Hello! ${text}`) && !text.includes("of my own"), text);
  assert.deepEqual([end, done], ["length", true]);
  assert.equal((await serving.ask("chat")).text, "new brain");
});

Deno.test("The chat example prefers a service that the environment names, passes settings on, and hides its key", async () => {
  await using upstream = await Upstream.start(() => [
    head(),
    chatPiece("from the service"),
    chunk(`data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`),
    END,
  ]);
  await using serving = await chatExample({ ...service(upstream), OMW__MEMORY__CHAT__MODEL: "big-one" });
  const openai = new OpenAI({ apiKey: "none", baseURL: `${serving.url}/v1`, maxRetries: 0 });
  const { choices } = await openai.chat.completions.create({
    model: "chat",
    messages: [{ role: "user", content: "hi" }],
    temperature: 0.5,
  });
  assert.equal(choices[0]?.message.content, "from the service");
  const [request] = upstream.requests;
  const { model, temperature, messages } = JSON.parse(request!.body);
  assert.deepEqual([model, temperature, messages], ["big-one", 0.5, [{ role: "user", content: "hi" }]]);
  assert.equal(request!.headers.get("authorization"), "Bearer sk-a-key-that-nobody-may-see");
  assert.ok(!serving.omw.report().includes("sk-a-key"), "the key is in the log");
});

Deno.test("A client that leaves after the first delta: the example's brain hears it once and cancels, and the service sees its connection closed", async () => {
  await using upstream = await Upstream.start(() => [head(), chatPiece("first"), { untilClosed: true }]);
  const brain = readSource("examples/chat/brain.js").replace(
    "function end(session) {",
    `function end(session) {\n  omw.host.log("info", "ended " + session);`,
  );
  await using serving = await chatExample(service(upstream), brain);
  const stream = await serving.stream("chat");
  assert.match(await stream.next() ?? "", /first/);
  stream.leave();
  await upstream.when(() => upstream.closedByClient === 1);
  await serving.omw.saw(({ message }) => message.startsWith("ended "));
  await serving.stream("chat");
  await upstream.when(() => upstream.requests.length === 2);
  assert.equal(serving.omw.log.filter(({ message }) => message.startsWith("ended ")).length, 1, serving.omw.report());
});

const python = await pythonOpenai();

Deno.test({
  name: `The npm and Python clients chat with the example, with the README's lines${
    "missing" in python ? ` (Python skipped: ${python.missing})` : ""
  }`,
  async fn() {
    await using serving = await chatExample();
    const lines = readmeLines();
    const here = (text: string) => text.replaceAll("http://127.0.0.1:8080", serving.url);
    const curl = await run("sh", ["-c", here(lines.sh)]);
    assert.match(curl, /"content":"Hello! "/);
    assert.match(curl, /data: \[DONE\]/);
    await serving.dir.write("client.mjs", here(lines.js).replaceAll('"openai"', JSON.stringify(import.meta.resolve("openai"))));
    assert.match(
      await run(Deno.execPath(), ["run", "-A", "--no-lock", "--config", readPath("deno.json"), serving.dir.path("client.mjs")]),
      /scripted reply/,
    );
    if ("missing" in python) return;
    await serving.dir.write("client.py", here(lines.python));
    assert.match(await run(python.command, [serving.dir.path("client.py")], python.env), /scripted reply/);
  },
});

/** What the README says about the chat example: its `curl` line and the two clients. */
function readmeLines(): { sh: string; js: string; python: string } {
  const section = /\n## Chat with it\n([^]*?)\n## /.exec(readSource("README.md"))?.[1] ?? "";
  const block = (language: string, holding: string) =>
    [...section.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].find(([, found, text]) => found === language && text!.includes(holding))
      ?.[2] ?? "";
  return { sh: block("sh", "curl"), js: block("js", "openai"), python: block("python", "openai") };
}

function readPath(name: string): string {
  return new URL(`../../${name}`, import.meta.url).pathname;
}

async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(command, { args, env, stdin: "null" }).output();
  const decoder = new TextDecoder();
  assert.equal(code, 0, decoder.decode(stderr));
  return decoder.decode(stdout);
}

Deno.test("SIGTERM with 50 streams open: every client sees its end, exit 0 within grace and budget, no process left", async () => {
  await using serving = await Serving.serve(["loop"], { "omw.toml": SERVING + QUICK, "a.js": OPENING });
  const streams = await opened(serving, 50);
  const processes = await serving.omw.children();
  const asked = performance.now();
  serving.omw.signal("SIGTERM");
  const ends = await Promise.all(streams.map((stream) => stream.rest()));
  assert.equal(await serving.omw.end(), 0, serving.omw.report());
  const took = performance.now() - asked;
  assert.ok(took < 1_100 + 5_000, `grace and budget are 1.1 s; it took ${took} ms`);
  assert.deepEqual(new Set(ends.map(({ end }) => end)), new Set(["shutdown"]));
  assert.ok(ends.every(({ done }) => !done), "a reply that broke off has no [DONE]");
  await allGone(processes);
});

Deno.test("SIGTERM lets a brain that listens finish its 50 replies first", async () => {
  const finishing = OPENING.replace(
    "/* shutdown */",
    `for (const s of open) omw.host.streamEndpoint(s, { content: "bye", finish_reason: "stop" });`,
  );
  await using serving = await Serving.serve(["loop"], { "omw.toml": SERVING + QUICK, "a.js": finishing });
  const streams = await opened(serving, 50);
  serving.omw.signal("SIGTERM");
  const ends = await Promise.all(streams.map((stream) => stream.rest()));
  assert.equal(await serving.omw.end(), 0, serving.omw.report());
  assert.deepEqual(ends, ends.map(() => ({ text: "bye", end: "stop", done: true })));
});

Deno.test("kill -9 of the brain with 20 sessions open: each client gets an error frame or a status, and the model answers again", async () => {
  await using serving = await Serving.serve(["loop"], { "omw.toml": SERVING + QUICK, "a.js": OPENING });
  const streams = await opened(serving, 10);
  const buffered = Array.from({ length: 10 }, () => serving.ask());
  await serving.omw.saw(({ message }) => message === "open", 20);
  const { pid } = await serving.omw.saw("brain started");
  Deno.kill(Number(pid), "SIGKILL");
  const ends = await Promise.all(streams.map((stream) => stream.rest()));
  assert.deepEqual(new Set(ends.map(({ end, done }) => `${end} ${done}`)), new Set(["agent_failed false"]));
  assert.deepEqual(
    new Set((await Promise.all(buffered)).map(({ status, code }) => `${status} ${code}`)),
    new Set(["502 agent_failed"]),
  );
  const died = performance.now();
  for (;;) {
    const answer = await serving.stream();
    if (answer.status === 200) break;
    assert.equal(answer.status, 503);
  }
  assert.ok(performance.now() - died < 100 + 5_000, "the first backoff is 100 ms");
});

/** Opens streams and waits until the brain has sent each its first delta. */
async function opened(serving: Serving, count: number): Promise<ClientStream[]> {
  const streams = await Promise.all(Array.from({ length: count }, () => serving.stream()));
  for (const stream of streams) assert.match(await stream.next() ?? "", /first/);
  return streams;
}

/** Begins every reply and ends none; on shutdown it does what stands in place of the comment. */
const OPENING = `
const lifecycle = omw.host.subscribeLifecycle();
omw.host.subscribeEndpoint("m");
const open = new Set();
for (;;) {
  const event = omw.host.recv();
  if (event.id === lifecycle) { /* shutdown */ break; }
  if (event.kind === "endpoint-session-end") open.delete(event.payload.session);
  if (event.kind !== "endpoint-message") continue;
  open.add(event.payload.session);
  omw.host.streamEndpoint(event.payload.session, { content: "first" });
  omw.host.log("info", "open");
}`;

Deno.test("Under omw run the sessions of an agent that has ended end with it, while other agents go on", async () => {
  const once = `omw.host.subscribeEndpoint("m"); const { payload } = omw.host.recv();
    omw.host.streamEndpoint(payload.session, { content: "first" });`;
  const toml = `${SERVING}[[agents]]\nname = "b"\nruntime = "js"\nscript = "b.js"\n${QUICK}`;
  await using serving = await Serving.serve(["run"], { "omw.toml": toml, "a.js": once, "b.js": "omw.host.sleepFor(600000)" });
  const stream = await serving.stream();
  assert.deepEqual(await stream.rest(), { text: "first", end: "agent_failed", done: false });
  assert.equal((await serving.ask()).status, 503);
});

Deno.test("Between iterations the model stays known and answers 503 with Retry-After", async () => {
  const failing = `omw.host.subscribeEndpoint("m"); omw.host.log("info", "up"); throw new Error("no luck");`;
  const backoff = `${QUICK}loop_backoff_start_ms = 60000\n`;
  await using serving = await Serving.serve(["loop"], { "omw.toml": SERVING + backoff, "a.js": failing });
  await serving.omw.saw("agent iteration failed");
  const { status, code, retryAfter } = await serving.ask();
  assert.deepEqual([status, code], [503, "model_unavailable"]);
  assert.match(retryAfter ?? "", /^[1-9]\d*$/);
  const ready = await fetch(`${serving.url}/readyz`);
  assert.deepEqual([ready.status, await ready.json()], [503, { answering: 0, models: 1, status: "waiting" }]);
  assert.equal((await serving.ask("other")).status, 404);
});

Deno.test("A request that comes while a run is being replaced waits for the new brain, which finds it under its own handle", async () => {
  // The old brain takes its time to end; meanwhile it takes no request.
  const slow = `omw.host.subscribeEndpoint("m"); const l = omw.host.subscribeLifecycle();
    omw.host.log("info", "up");
    while (omw.host.recv().id !== l);
    omw.host.log("info", "unwinding");
    const end = Date.now() + 300; while (Date.now() < end);`;
  const checking = answering(
    "new",
    `if (event.kind === "endpoint-message" && event.id !== model) omw.host.log("info", "foreign handle");`,
  );
  await using serving = await Serving.serve(["loop", "--watch"], { "omw.toml": SERVING + QUICK, "a.js": slow });
  await serving.omw.saw("up");
  await serving.dir.write("a.js", checking);
  await serving.omw.saw("unwinding");
  const answers = await Promise.all(Array.from({ length: 5 }, () => serving.ask()));
  assert.deepEqual(answers.map(({ text }) => text), Array(5).fill("new"));
  assert.ok(!serving.omw.log.some(({ message }) => message === "foreign handle"), serving.omw.report());
});

/** Keeps its sessions over reloads and says at the next start what `finish` makes of them. */
function keeping(finish: string): string {
  return `
const lifecycle = omw.host.subscribeLifecycle();
omw.host.subscribeEndpoint("m");
const kept = JSON.parse(omw.host.memoryGet("sessions") ?? "[]");
for (const session of kept) { ${finish} }
const sessions = [];
for (;;) {
  const event = omw.host.recv();
  if (event.kind === "endpoint-session-end") omw.host.log("info", "end " + (event.payload.error ?? "well"));
  if (event.kind === "endpoint-message") {
    sessions.push(event.payload.session);
    omw.host.memorySet("sessions", JSON.stringify(sessions));
    omw.host.streamEndpoint(event.payload.session, { content: "begun, " });
  }
  if (event.id === lifecycle) break;
}`;
}

Deno.test("A session goes on after a reload: the new brain ends what the old one began", async () => {
  await using serving = await Serving.serve(["loop", "--watch"], { "omw.toml": SERVING + QUICK, "a.js": keeping("") });
  const stream = await serving.stream();
  assert.match(await stream.next() ?? "", /begun/);
  await serving.dir.write("a.js", keeping(`omw.host.streamEndpoint(session, { content: "ended", finish_reason: "stop" });`));
  assert.deepEqual(await stream.rest(), { text: "ended", end: "stop", done: true });
  await serving.omw.saw("end well");
});

Deno.test("A session that the new brain forgets ends with an error after session_idle_secs, one end for the brain", async () => {
  const quick = `${QUICK}session_idle_secs = 1\n`;
  await using serving = await Serving.serve(["loop", "--watch"], { "omw.toml": SERVING + quick, "a.js": keeping("") });
  const stream = await serving.stream();
  assert.match(await stream.next() ?? "", /begun/);
  await serving.dir.write("a.js", `// It forgets them.\n${keeping("")}`);
  assert.deepEqual(await stream.rest(), { text: "", end: "agent_silent", done: false });
  await serving.omw.saw("end endpoint session aborted");
  assert.equal(serving.omw.log.filter(({ message }) => message.startsWith("end ")).length, 1);
});

Deno.test("A request whose client left before the brain looked is not delivered, nor is its end; those of others are", async () => {
  // Busy beyond what is pushed ahead, so that later requests wait in the host.
  const busy = `
omw.host.subscribeEndpoint("m");
omw.host.log("info", "up");
const seen = [];
for (;;) {
  const event = omw.host.recv();
  if (event.kind === "endpoint-message" && seen.length === 0) { omw.host.log("info", "busy"); omw.host.sleepFor(800); }
  const text = event.kind === "endpoint-message" ? event.payload.messages[0].content : event.kind + " " + (event.payload.error ?? "well");
  omw.host.log("info", "saw " + text.slice(0, 40));
  seen.push(text);
  if (event.kind === "endpoint-message") omw.host.streamEndpoint(event.payload.session, { content: "x", finish_reason: "stop" });
}`;
  await using serving = await Serving.serve(["loop"], { "omw.toml": SERVING + QUICK, "a.js": busy });
  await serving.omw.saw("up");
  const asking = (content: string) => chatRequest({ model: "m", messages: [{ role: "user", content }] });
  using first = await RawClient.connect(serving.port);
  await first.write(asking("first"));
  await serving.omw.saw("busy");
  // One of a MiB fills what is pushed ahead; what comes after it waits.
  using large = await RawClient.connect(serving.port);
  await large.write(asking("large".padEnd(1_100_000, ".")));
  await new Promise((resolve) => setTimeout(resolve, 100));
  {
    using leaving = await RawClient.connect(serving.port);
    await leaving.write(asking("left early"));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  using staying = await RawClient.connect(serving.port);
  await staying.write(asking("stayed"));
  await staying.readTo(`"content":"x"`);
  await serving.omw.saw("saw stayed");
  const saw = serving.omw.log.map(({ message }) => message).filter((message) => message.startsWith("saw "));
  assert.ok(saw.includes("saw first") && saw.some((text) => text.startsWith("saw large")) && saw.includes("saw stayed"));
  assert.ok(!saw.includes("saw left early"), serving.omw.report());
  assert.ok(!saw.some((text) => text.includes("aborted")), serving.omw.report());
});
