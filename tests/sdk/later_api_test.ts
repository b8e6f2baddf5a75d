/**
 * Scripts that find the shapes of release 0.1.10: under kind `js` with `api`, and built with `--api`.
 */

import assert from "node:assert/strict";
import { config, service } from "../support/brain_services.ts";
import { builds, omw } from "../support/omw.ts";
import { play } from "../support/scenario.ts";
import { Workspace } from "../support/workspace.ts";

const BRAIN = `
const { host } = omw;
function next(uuid) {
  for (;;) {
    const event = host.recv();
    if (event.id === uuid) return event;
  }
}
const model = omw.provider.get("model");
const files = omw.tooling.get("files");
const reply = model.chat("m", [{ role: "developer", content: "tool" }], []);
// What was given is taken: the whole messages go back.
model.chat("m", [
  { role: "assistant", toolCalls: reply.toolCalls },
  { role: "tool", content: "9", toolCallId: reply.toolCalls[0].id },
], files.listTools());
const stream = model.chatStream("m", [{ content: "tool" }], []);
const deltas = [];
for (let event = next(stream); event.kind !== "chat-end"; event = next(stream)) deltas.push(event.payload);
const followed = files.subscribeResource("note://one");
const written = files.callToolBlocking("write", { text: "after" });
const updated = next(followed).payload;
const called = next(files.callTool("shout", { text: "a" })).payload;
host.memorySetAs("k", [1]);
({
  reply, deltas, written, updated, called,
  tool: files.listTools()[0],
  resources: files.listResources(),
  templates: files.listResourceTemplates(),
  read: files.readResource("note://one"),
  memory: [host.memoryGetAs("k"), host.memoryGetAs("seed")],
});
`;

const usage = { completion_tokens: 2, completion_tokens_details: { reasoning_tokens: 1 }, prompt_tokens: 1, total_tokens: 3 };
const note = [{ content: "after", mimeType: "text/plain", uri: "note://one" }];

Deno.test("api = 0.1.10 gives scripts camelCase keys, parsed JSON and lists of contents, and so does a build with --api", async () => {
  await using upstream = await service();
  await using dir = await Workspace.with({
    "brain.js": BRAIN,
    "js.toml": config(upstream, "js", "brain.js", 'api = "0.1.10"'),
    "wasm.toml": config(upstream, "wasm", "brain.wasm"),
  });
  if (builds) {
    const built = await omw(["build", "brain.js", "--api", "0.1.10"], { cwd: dir.dir });
    assert.equal(built.code, 0, built.stderr);
  }
  for (const name of builds ? ["js.toml", "wasm.toml"] : ["js.toml"]) {
    const before = upstream.requests.length;
    const { omw: scenario } = await play(["run", "--config", name], { cwd: dir.dir });
    const result = scenario.result();
    assert.ok(typeof result === "string", scenario.report());
    const { tool, resources, ...found } = JSON.parse(result);
    assert.deepEqual(found, {
      reply: {
        finishReason: "tool_calls",
        reasoning: "hm",
        toolCalls: [{ arguments: { a: 1 }, id: "c0", name: "t0" }, { arguments: {}, id: "c1", name: "t1" }],
        usage,
      },
      deltas: found.deltas,
      written: { arguments: { text: "after" }, content: [{ text: "written", type: "text" }], isError: false, name: "write" },
      updated: note,
      called: { arguments: { text: "a" }, content: [{ text: "A", type: "text" }], isError: false, name: "shout" },
      templates: [],
      read: note,
      memory: [[1], "sown"],
    });
    assert.deepEqual([tool.name, tool.inputSchema.properties.text, "input_schema" in tool], ["shout", { type: "string" }, false]);
    assert.deepEqual(resources, [{ mimeType: "text/plain", name: "one", title: "The note", uri: "note://one" }]);
    type Delta = { toolCalls: { index: number; arguments?: string }[]; finishReason?: string; usage?: unknown };
    const deltas = found.deltas as Delta[];
    assert.equal(
      deltas.flatMap(({ toolCalls }) => toolCalls).filter(({ index }) => index === 0).map((call) => call.arguments).join(""),
      '{"a":1}',
    );
    assert.deepEqual(deltas.findLast((delta) => delta.finishReason)?.finishReason, "tool_calls");
    assert.deepEqual(deltas.findLast((delta) => delta.usage)?.usage, usage);
    const bodies = upstream.requests.slice(before).map(({ body }) => JSON.parse(body));
    assert.equal(bodies[0].messages[0].role, "developer");
    assert.deepEqual(bodies[1].messages, [
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "c0", type: "function", function: { name: "t0", arguments: '{"a":1}' } },
          { id: "c1", type: "function", function: { name: "t1", arguments: "{}" } },
        ],
      },
      { role: "tool", content: "9", tool_call_id: "c0" },
    ]);
    assert.deepEqual(bodies[1].tools[0].function.parameters.required, ["text"]);
  }
});

Deno.test("an api that does not exist is refused by its config path", async () => {
  await using dir = await Workspace.with({
    "brain.js": "1",
    "omw.toml": `[runtime.r]\nkind = "js"\napi = "0.2"\n[[agents]]\nname = "a"\nruntime = "r"\nscript = "brain.js"\n`,
  });
  const { code, stderr } = await omw(["check"], { cwd: dir.dir });
  assert.equal(code, 1);
  assert.match(stderr, /runtime\.r\.api: .*0\.1\.3.*0\.1\.10/);
});
