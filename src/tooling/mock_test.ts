import assert from "node:assert/strict";
import { MockTooling, mockTooling } from "./mock.ts";
import { buildTooling, patience } from "../../tests/support/tooling.ts";
import type { TraceEvent, TraceFeed } from "../protocol/mod.ts";

/** A mock with these params. */
function mock(params: Record<string, unknown>, warn: (message: string) => void = (message) => assert.fail(message)): MockTooling {
  const tooling = buildTooling({ delay_ms: 1, ...params }, { factory: mockTooling, warn });
  assert.ok(tooling instanceof MockTooling);
  return tooling;
}

/** A trace that a test writes. */
function trace(): TraceFeed & { call(op: string): void } {
  const listeners = new Set<(event: TraceEvent) => void>();
  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    call: (op) => listeners.forEach((listener) => listener({ kind: "call", agent: "a", op, detail: {} })),
  };
}

async function all<T>(updates: AsyncIterable<T>): Promise<T[]> {
  return await Array.fromAsync(updates);
}

Deno.test("MockTooling answers calls in order, and says where a brain leaves the script", async () => {
  const tooling = mock({
    tools: [{ name: "echo", description: "echo back", input_schema: {} }, { name: "b", input_schema: '{"type":"object"}' }],
    tool_calls: [
      { name: "echo", result: "hi" },
      { name: "add" },
      { name: "echo", result: "bad", is_error: true, structured_content: { b: 1, a: 2 } },
      { name: "echo", error: "server on fire" },
    ],
  });
  assert.deepEqual((await tooling.listTools(patience())).map((tool) => [tool.name, tool.input_schema]), [["echo", "{}"], [
    "b",
    '{"type":"object"}',
  ]]);
  assert.deepEqual(await tooling.callTool("echo", { x: 1 }, patience()), {
    value: "hi",
    content: '[{"text":"hi","type":"text"}]',
    is_error: false,
  });
  await assert.rejects(tooling.callTool("echo", null, patience()), { message: 'mock expected tool "add", got "echo"' });
  const failed = await tooling.callTool("echo", null, patience());
  assert.deepEqual([failed.is_error, failed.structured_content], [true, '{"a":2,"b":1}']);
  await assert.rejects(tooling.callTool("echo", null, patience()), { message: "server on fire" });
  await assert.rejects(tooling.callTool("echo", null, patience()), { message: 'mock tool calls exhausted at "echo"' });
  await assert.rejects(mock({}).callTool("echo", null, patience()), { message: 'mock has no scripted result for tool "echo"' });
  assert.deepEqual(tooling.calls[0], { name: "echo", arguments: { x: 1 }, result: "hi" });
  assert.equal(tooling.calls.length, 5);
});

Deno.test("MockTooling takes answers in the order of the calls, whatever they wait for", async () => {
  const tooling = mock({
    tool_calls: [{ name: "a", result: "1", after: { kind: "call", op: "log" } }, { name: "a", result: "2" }, {
      name: "a",
      pending: true,
    }],
  });
  const feed = trace();
  tooling.attachTrace(feed);
  const first = tooling.callTool("a", {}, patience());
  assert.equal((await tooling.callTool("a", {}, patience())).value, "2");
  const stop = new AbortController();
  const pending = tooling.callTool("a", {}, stop.signal);
  stop.abort(new Error("cancelled"));
  await assert.rejects(pending, /^Error: cancelled$/);
  feed.call("log");
  assert.equal((await first).value, "1");
});

Deno.test("MockTooling plays each subscription from the start, over a shared state", async () => {
  const notes = { uri: "mem://notes", name: "notes", mime_type: "text/plain" };
  const tooling = mock({
    initial_resource_list: [{ uri: "mem://notes", name: "notes" }],
    initial_resource_contents: { "mem://notes": "v1", "mem://many": ["a", "b"] },
    resource_templates: [{ uri_template: "mem://{x}", name: "any" }],
    resource_list_updates: [{ resources: [notes] }],
    resource_content_updates: [
      { uri: "mem://notes", content: "v2" },
      { uri: "mem://other", content: "x" },
      { uri: "mem://notes", error: "unreadable" },
      { uri: "mem://notes", contents: ["v3", "v4"] },
    ],
  });
  assert.deepEqual(await tooling.readResource("mem://notes", patience()), [{ uri: "mem://notes", content: "v1" }]);
  assert.equal((await tooling.readResource("mem://many", patience())).length, 2);
  await assert.rejects(tooling.readResource("mem://other", patience()), {
    message: 'mock has no content for resource "mem://other"',
  });
  assert.deepEqual(await all(await tooling.subscribeResourceList(patience())), [{ value: [notes] }]);
  assert.deepEqual(await tooling.listResources(patience()), [notes]);
  const mime_type = "text/plain";
  for (let subscriber = 0; subscriber < 2; subscriber++) {
    assert.deepEqual(await all(await tooling.subscribeResource("mem://notes", patience())), [
      { value: [{ uri: "mem://notes", mime_type, content: "v2" }] },
      { error: "unreadable" },
      { value: [{ uri: "mem://notes", mime_type, content: "v3" }, { uri: "mem://notes", mime_type, content: "v4" }] },
    ]);
  }
  assert.deepEqual(await all(await tooling.subscribeResource("mem://unknown", patience())), []);
  assert.deepEqual(await tooling.listResourceTemplates(patience()), [{ uri_template: "mem://{x}", name: "any" }]);
});

Deno.test("MockTooling ends subscriptions at their signal and at close()", async () => {
  const script = { resource_list_updates: [{ after: { kind: "call", op: "never" } }] };
  const tooling = mock(script);
  tooling.attachTrace(trace());
  const stop = new AbortController();
  const aborted = all(await tooling.subscribeResourceList(stop.signal));
  const closed = all(await tooling.subscribeResourceList(patience()));
  stop.abort();
  assert.deepEqual(await aborted, []);
  await tooling.close();
  assert.deepEqual(await closed, []);
});

Deno.test("MockTooling waits delay_ms before each step", async () => {
  const tooling = mock({ delay_ms: 80, tool_calls: [{ name: "a" }] });
  const start = performance.now();
  await tooling.callTool("a", {}, patience());
  assert.ok(performance.now() - start >= 75);
});

Deno.test("MockTooling names the config path of a wrong gate, and warns of unknown keys and of gates without a trace", async () => {
  assert.throws(() => mock({ tool_calls: [{ name: "a" }, { name: "b", after: "later" }] }), {
    message: 'tooling.t.tool_calls[1].after: `after` must be "start" or a pattern, got "later"',
  });
  assert.throws(() => mock({ tools: [{ name: 5 }] }), /tooling\.t\.tools\[0\]\.name/);
  const warnings: string[] = [];
  const tooling = mock(
    { tool_call: [], tool_calls: [{ name: "a", after: { kind: "call" } }] },
    (message) => warnings.push(message),
  );
  assert.match(warnings[0] ?? "", /tooling\.t\.tool_call: unknown key/);
  await tooling.callTool("a", {}, patience());
  assert.match(warnings[1] ?? "", /tooling\.t: .*there is no trace to watch/);
});
