/**
 * Every function of the brain API, called by a real brain in its own process, with a provider over HTTP, a real MCP server over stdio,
 * and a scripted tooling for changes of resources; and the trace that they leave (facts §10.4).
 */

import assert from "node:assert/strict";
import { loadConfig, secretKeeper } from "../../src/config/mod.ts";
import { Host, Registries } from "../../src/engine/mod.ts";
import { TraceHub } from "../../src/host/mod.ts";
import type { TraceEvent } from "../../src/protocol/mod.ts";
import { answer, events, Upstream } from "../support/upstream.ts";
import { Workspace } from "../support/workspace.ts";

const EVERYTHING = "npm:@modelcontextprotocol/server-everything@2026.8.31";

interface Played {
  /** The terminal message, parsed. */
  result: Record<string, unknown>;
  /** What the trace holds of agent `a`. */
  trace: TraceEvent[];
  /** What the upstream was asked. */
  bodies: Record<string, unknown>[];
}

/** Runs a brain that answers an object; `p` is the provider, `t` the real tooling, `m` the scripted one. */
async function played(script: string, config = ""): Promise<Played> {
  const delta = (delta: unknown, more = {}) => ({ choices: [{ index: 0, delta, ...more }] });
  await using upstream = await Upstream.start((request) =>
    request.path.endsWith("/models")
      ? answer("200 OK", JSON.stringify({ data: [{ id: "m-1" }, { id: "m-2" }] }))
      : events(delta({ reasoning: "hm" }), delta({ content: "hel" }), delta({ content: "lo" }), {
        ...delta({}, { finish_reason: "stop" }),
        usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      }, "[DONE]")
  );
  await using dir = await Workspace.with({
    "omw.toml": `
[providers.p]
kind = "openai"
base_url = "${upstream.url}/v1"
[tooling.t]
kind = "mcp"
transport = "stdio"
command = ${JSON.stringify(Deno.execPath())}
args = ["run", "-A", "--no-lock", "${EVERYTHING}", "stdio"]
inherit_env = ["DENO_DIR"]
[tooling.m]
kind = "mock"
delay_ms = 1
initial_resource_list = [{ uri = "mem://n", name = "n", mime_type = "text/plain" }]
initial_resource_contents = { "mem://n" = "v1" }
resource_list_updates = [{ resources = [], after = { kind = "call", op = "subscribe_resource_list" } }]
resource_content_updates = [{ uri = "mem://n", content = "v2", after = { kind = "call", op = "subscribe_resource" } }]
[runtime.js]
kind = "js"
[[agents]]
name = "a"
runtime = "js"
script = "a.js"
${config}`,
    "a.js": script,
  });
  const loaded = await loadConfig({ path: dir.path("omw.toml"), env: {}, cwd: dir.dir });
  secretKeeper.setPolicy({ allowUnlocked: true, warn: () => {} });
  const hub = new TraceHub();
  const trace: TraceEvent[] = [];
  hub.listen((entry) => trace.push(entry));
  const host = await Host.build(loaded, Registries.builtin(), { watch: false, trace: hub });
  try {
    const end = await host.supervisors.get("a")!.once();
    assert.equal(end.kind, "exited");
    const result = JSON.parse((end as { message: string }).message);
    return { result, trace, bodies: upstream.requests.filter(({ body }) => body).map(({ body }) => JSON.parse(body)) };
  } finally {
    await host.close();
  }
}

/** The operations of the trace's calls, in order. */
function ops(trace: TraceEvent[]): string[] {
  return trace.flatMap((entry) => entry.kind === "call" ? [entry.op] : entry.kind === "inbound" ? [`< ${entry.event}`] : []);
}

Deno.test("The provider's functions: name, kind, list_models, chat, chat_stream, is_open, cancel", async () => {
  const { result, trace, bodies } = await played(`
const p = omw.provider.get("p");
const messages = [{ role: "user", content: "hi" }];
const out = { name: p.name, kind: p.kind(), models: p.listModels() };
out.chat = p.chat("m-1", messages, [], { temperature: 0.5 });
const id = p.chatStream("m-2", messages, [{ name: "f", description: "d", input_schema: '{"type":"object"}' }], '{"top_p":1}');
out.open = p.isOpen(id);
out.stream = [];
for (let ev = omw.host.recv(); ; ev = omw.host.recv()) {
  out.stream.push(ev.kind + ":" + (ev.id === id) + ":" + (ev.payload ? ev.payload.content ?? ev.payload.reasoning ?? ev.payload.finish_reason : ""));
  if (ev.kind === "chat-end") break;
}
out.closed = p.isOpen(id);
const gone = p.chatStream("m-1", messages, []);
p.cancel(gone);
out.cancelled = [p.isOpen(gone), omw.host.tryRecv() === undefined];
p.cancel("not a handle");
try { p.chat("m-1", messages, [], "{no json"); } catch (error) { out.badParams = error.name + ": " + error.message.slice(0, 25); }
out;`);
  const chat = { content: "hello", finish_reason: "stop", reasoning: "hm", tool_calls: [] };
  assert.deepEqual(result, {
    name: "p",
    kind: "openai",
    models: ["m-1", "m-2"],
    chat: { ...chat, usage: { completion_tokens: 2, prompt_tokens: 3, total_tokens: 5 } },
    open: true,
    stream: [
      "chat-delta:true:hm",
      "chat-delta:true:hel",
      "chat-delta:true:lo",
      "chat-delta:true:stop",
      "chat-end:true:",
    ],
    closed: false,
    cancelled: [false, true],
    badParams: "TypeError: invalid chat params JSON:",
  });
  const deltas = Array.from({ length: 4 }, () => "< chat-delta");
  assert.deepEqual(ops(trace), ["list_models", "chat", "chat_stream", ...deltas, "< chat-end", "chat_stream"]);
  assert.deepEqual(trace[1], {
    kind: "call",
    agent: "a",
    op: "chat",
    detail: {
      provider: "p",
      model: "m-1",
      messages: [{ role: "user", content: "hi", reasoning: null, tool_call: null, tool_calls: [], tool_call_id: null }],
      tools: [],
      params: { temperature: 0.5 },
    },
  });
  assert.equal(bodies[0]!.temperature, 0.5);
  assert.equal(bodies[1]!.top_p, 1);
  assert.deepEqual(bodies[1]!.tools, [
    { type: "function", function: { name: "f", description: "d", parameters: { type: "object", properties: {} } } },
  ]);
});

Deno.test("The tooling's functions on a real MCP server: name, kind, lists, both calls, is_open, cancel, resources", async () => {
  const { result, trace } = await played(`
const t = omw.tooling.get("t");
const out = { name: t.name, kind: t.kind() };
out.echo = t.listTools().some((tool) => tool.name === "echo" && JSON.parse(tool.input_schema).type === "object");
out.blocking = t.callToolBlocking("echo", { message: "one" });
const id = t.callTool("echo", { message: "two" });
out.open = t.isOpen(id);
const ev = omw.host.recv();
out.event = [ev.id === id, ev.kind, ev.payload];
out.closed = t.isOpen(id);
const gone = t.callTool("echo", { message: "three" });
t.cancel(gone);
out.cancelled = [t.isOpen(gone), omw.host.tryRecv() === undefined];
const first = t.listResources()[0];
const content = t.readResource(first.uri);
out.resource = [typeof first.name, content.uri === first.uri, content.content.length > 0];
const bad = t.callTool("no-such-tool", {});
const failed = omw.host.recv();
out.bad = [failed.id === bad, failed.kind];
out;`);
  const echo = (text: string) => ({ arguments: JSON.stringify({ message: text }), name: "echo", value: `Echo: ${text}` });
  assert.deepEqual(result.blocking, echo("one"));
  assert.deepEqual((result.event as unknown[]).slice(0, 2), [true, "tool-result"]);
  assert.deepEqual((result.event as unknown[])[2], echo("two"));
  assert.deepEqual(
    [result.name, result.kind, result.echo, result.open, result.closed, result.cancelled, result.resource],
    ["t", "mcp", true, true, false, [false, true], ["string", true, true]],
  );
  assert.equal((result.bad as unknown[])[0], true);
  assert.deepEqual(ops(trace).slice(0, 7), [
    "list_tools",
    "call_tool_blocking",
    "call_tool",
    "< tool-result",
    "call_tool",
    "list_resources",
    "read_resource",
  ]);
  assert.deepEqual(trace[1], { kind: "call", agent: "a", op: "call_tool_blocking", detail: { tooling: "t", tool: "echo" } });
});

Deno.test("Resource subscriptions: both kinds deliver, and are silent once they are ended", async () => {
  const { result, trace } = await played(`
const m = omw.tooling.get("m");
const list = m.subscribeResourceList();
const listed = omw.host.recv();
const one = m.subscribeResource("mem://n");
const updated = omw.host.recv();
m.unsubscribeResourceList(list);
m.unsubscribeResource(one);
m.unsubscribeResource("00000000-0000-4000-8000-000000000000");
({ listed: [listed.id === list, listed.kind, listed.payload], updated: [updated.id === one, updated.kind, updated.payload] });`);
  assert.deepEqual(result, {
    listed: [true, "resource-list-updated", []],
    updated: [true, "resource-updated", { content: "v2", uri: "mem://n" }],
  });
  assert.deepEqual(ops(trace), [
    "subscribe_resource_list",
    "< resource-list-updated",
    "subscribe_resource",
    "< resource-updated",
    "unsubscribe_resource_list",
    "unsubscribe_resource",
    "unsubscribe_resource",
  ]);
});

Deno.test("Time: now, format, waits, sleeps, cron, cancel", async () => {
  const { result, trace } = await played(`
const h = omw.host;
const out = { now: Math.abs(h.timeNow() - Date.now()) < 5000, format: h.timeFormat(123, "%Y-%m-%dT%H:%M:%S%.3fZ"), odd: h.timeFormat(0, "%Q%") };
const a = h.waitFor(30);
const b = h.waitUntil(h.timeNow() + 60);
out.timers = [h.recv(), h.recv()].map((ev) => ev.kind + (ev.id === a ? "a" : ev.id === b ? "b" : "?"));
const c = h.waitFor(1);
h.sleepFor(50);
h.cancelTimer(c);
out.cancelled = h.tryRecv() === undefined;
h.cancelTimer("nothing");
const before = Date.now();
h.sleepUntil(h.timeNow() + 40);
out.slept = Date.now() - before >= 39;
const cron = h.waitCron("* * * * * *");
out.cron = h.recv().id === cron;
h.sleepCron("* * * * * *");
out.errors = [() => h.waitUntil(1), () => h.sleepUntil(1), () => h.waitCron("nonsense"), () => h.sleepCron("0 0 31 2 *"), () => h.waitFor(-1)]
  .map((f) => { try { f(); return "none"; } catch (error) { return error.message.split("\\n")[0]; } });
out;`);
  assert.deepEqual([result.now, result.format, result.odd], [true, "1970-01-01T00:00:00.123Z", "%Q%"]);
  assert.deepEqual([result.timers, result.cancelled, result.slept, result.cron], [["timera", "timerb"], true, true, true]);
  const [until, sleep, spec, never, negative] = result.errors as string[];
  assert.equal(until, "timestamp must be in the future");
  assert.equal(sleep, "timestamp must be in the future");
  assert.match(spec!, /^invalid cron spec "nonsense": /);
  assert.match(never!, /cron schedule yields no future fire time/);
  assert.equal(negative, "ms must be a non-negative integer");
  assert.deepEqual(ops(trace).filter((op) => op !== "< timer"), [
    "wait_for",
    "wait_until",
    "wait_for",
    "sleep_for",
    "cancel_timer",
    "cancel_timer",
    "sleep_until",
    "wait_cron",
    "sleep_cron",
    "wait_until",
    "sleep_until",
    "wait_cron",
    "sleep_cron",
  ]);
});

Deno.test("Identity, messages, lifecycle, memory, base64, uuid, log; and the endpoint's calls while there is none", async () => {
  const { result, trace } = await played(
    `
const h = omw.host;
const out = { me: h.whoami(), uuid: /^[0-9a-f-]{36}$/.test(h.newUuid()) };
out.base64 = [h.base64Encode([0, 255, 16]), h.base64Decode("AP8Q"), h.base64Decode("")];
out.memory = [h.memoryGet("seed"), h.memoryGet("none") === undefined, h.memorySet("k", "v"), h.memoryGet("k"), h.memoryRemove("k"), h.memoryRemove("k")];
h.sendAgent("a", "lost");
const sub = h.subscribeAgent("a");
h.sendAgent("a", "kept");
const ev = h.recv();
out.message = [ev.id === sub, ev.kind, ev.payload];
h.unsubscribeAgent(sub);
h.sendAgent("a", "lost again");
h.sendAgent("nobody", "lost too");
out.empty = h.tryRecv() === undefined;
const life = h.subscribeLifecycle();
out.errors = [() => h.subscribeLifecycle(), () => h.subscribeEndpoint("m"), () => h.streamEndpoint("s", { content: "x" }), () => h.base64Decode("!"), () => h.recv()]
  .map((f) => { try { f(); return "none"; } catch (error) { return error.name + ": " + error.message; } });
h.unsubscribeLifecycle(life);
h.unsubscribeEndpoint(sub);
h.log("info", "done");
out;`,
    `[memory.a]\nseed = "s"\n[tunables]\nrecv_timeout_secs = 0\n`,
  );
  assert.deepEqual(result, {
    me: "a",
    uuid: true,
    base64: ["AP8Q", [0, 255, 16], []],
    memory: ["s", true, null, "v", true, false],
    message: [true, "message", "kept"],
    empty: true,
    errors: [
      "Error: lifecycle already subscribed",
      "Error: the endpoint is not configured",
      "Error: the endpoint is not configured",
      "Error: Invalid symbol 33, offset 0.",
      "Error: no event available",
    ],
  });
  assert.deepEqual(ops(trace), [
    "whoami",
    "memory_get",
    "memory_get",
    "memory_set",
    "memory_get",
    "memory_remove",
    "memory_remove",
    "send_agent",
    "subscribe_agent",
    "send_agent",
    "< message",
    "unsubscribe_agent",
    "send_agent",
    "send_agent",
    "subscribe_lifecycle",
    "subscribe_lifecycle",
    "unsubscribe_lifecycle",
    "unsubscribe_endpoint",
  ]);
});
