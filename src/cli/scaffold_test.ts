import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { parse } from "smol-toml";
import { omw } from "../../tests/support/omw.ts";
import { ODD_SERVER } from "../../tests/support/tooling.ts";
import { Workspace } from "../../tests/support/workspace.ts";

const LAUNCHER = new URL("../../bin/omw", import.meta.url).pathname;

const agent = '[[agents]]\nname = "a"\nruntime = "script"\nscript = "brain.js"\n[runtime.script]\nkind = "js"\n';

/** A models service that answers only those who show the key, and repeats it. */
function startModels(key: string): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    if (request.headers.get("authorization") !== `Bearer ${key}`) return new Response("who are you?", { status: 401 });
    return Response.json({ data: [{ id: "gpt-real" }, { id: `echo-of-${key}` }] });
  });
}

/** What `omw scaffold` made of a config, as data. */
function scaffolded(text: string) {
  // deno-lint-ignore no-explicit-any -- the shape of the document is what the test is about
  return JSON.parse(JSON.stringify(parse(text))) as any;
}

Deno.test("scaffold asks the real back ends, and what it writes is a test that omw test run accepts", async () => {
  const models = startModels("sk-the-only-key");
  await using workspace = await Workspace.with({
    "brain.js": 'omw.host.log("info", "hi")',
    "omw.toml": `${agent}
[providers.model]
kind = "openai"
base_url = "http://127.0.0.1:${models.addr.port}/v1"
[tooling.everything]
kind = "mcp"
transport = "stdio"
command = "deno"
args = ["run", "-A", "npm:@modelcontextprotocol/server-everything@2026.8.31", "stdio"]
connect_timeout_secs = 180
[endpoint]
kind = "openai"
listen = "127.0.0.1:0"
[memory.a]
seed = "planted"
[tunables]
recv_timeout_secs = 7
`,
  });
  try {
    const env = { OMW__PROVIDERS__MODEL__API_KEY: "sk-the-only-key", OMW__MEMORY__A__LATE: "from-the-environment" };
    const made = await omw(["scaffold", "omw.toml"], { cwd: workspace.dir, env });
    deepStrictEqual([made.code, made.stdout], [0, "omw.test.toml\n"], made.stderr);
    const text = await Deno.readTextFile(workspace.path("omw.test.toml"));
    doesNotMatch(text, /the-only-key|from-the-environment|127\.0\.0\.1/);
    const config = scaffolded(text);
    deepStrictEqual(config.providers, { model: { kind: "mock", models: ["gpt-real", "echo-of-<redacted>"], turns: [] } });
    const { kind, tools, tool_calls, initial_resource_list, initial_resource_contents } = config.tooling.everything;
    deepStrictEqual([kind, tool_calls], ["mock", []]);
    strictEqual(tools.find(({ name }: { name: string }) => name === "echo").input_schema.type, "object");
    const uri = "demo://resource/static/document/features.md";
    strictEqual(initial_resource_list.some((resource: { uri: string }) => resource.uri === uri), true);
    match(initial_resource_contents[uri], /Everything Server/);
    deepStrictEqual(config.endpoint, { kind: "mock", requests: [] });
    deepStrictEqual([config.memory, config.tunables], [{ a: { seed: "planted" } }, { recv_timeout_secs: 7 }]);
    const run = await omw(["test", "run", "."], { cwd: workspace.dir });
    deepStrictEqual([run.code, run.stdout], [0, "PASS omw.test.toml\n1 passed, 0 failed\n"], run.stderr);
  } finally {
    await models.shutdown();
  }
});

Deno.test("scaffold makes empty doubles, with warnings, of back ends that cannot be built or asked", async () => {
  await using workspace = await Workspace.with({
    "omw.toml": `${agent}
[providers.unknown]
kind = "telepathy"
[providers.refused]
kind = "openai"
base_url = "http://127.0.0.1:1/v1"
max_retries = 0
[tooling.missing]
kind = "mcp"
transport = "stdio"
command = "./there-is-no-such-program"
[tooling.wrong]
kind = "mcp"
`,
  });
  const made = await omw(["scaffold", "omw.toml", "--output", "-"], { cwd: workspace.dir });
  strictEqual(made.code, 0, made.stderr);
  const { providers, tooling } = scaffolded(made.stdout);
  const emptyModels = { kind: "mock", models: [], turns: [] };
  deepStrictEqual(providers, { unknown: emptyModels, refused: emptyModels });
  const emptyTools = { kind: "mock", tools: [], tool_calls: [], initial_resource_list: [], initial_resource_contents: {} };
  deepStrictEqual(tooling, { missing: emptyTools, wrong: emptyTools });
  match(made.stderr, /^omw: warning: providers\.unknown: .*"telepathy"/m);
  match(made.stderr, /^omw: warning: providers\.refused: /m);
  match(made.stderr, /^omw: warning: tooling\.missing: .*there-is-no-such-program/m);
  match(made.stderr, /^omw: warning: tooling\.wrong: .*tooling\.wrong\.transport/m);
});

Deno.test("scaffold lets no secret out: of a runtime, of a tool server, nor from the environment", async () => {
  await using workspace = await Workspace.with({
    "omw.toml": `${agent}
env = { TOKEN = "runtime-secret" }
max_memory_mb = 256
[memory.a]
note = "the tool server's key is server-secret"
[tooling.odd]
kind = "mcp"
transport = "stdio"
command = ${JSON.stringify(Deno.execPath())}
args = ["run", "-A", ${JSON.stringify(ODD_SERVER)}]
env = { KEY = "server-secret" }
`,
  });
  const made = await omw(["scaffold", "omw.toml", "--no-resources", "--output=-"], {
    cwd: workspace.dir,
    env: {
      OMW__RUNTIME__SCRIPT__ENV__MORE: "late-secret",
      OMW__MEMORY__A__MORE: "late-memory",
      OMW__RUNTIME__EXTRA__KIND: "wasm",
      OMW__RUNTIME__EXTRA__ARGS: '["late-secret"]',
      OMW__AGENTS__B__RUNTIME: "extra",
      OMW__AGENTS__B__SCRIPT: "b.wasm",
    },
  });
  strictEqual(made.code, 0, made.stderr);
  doesNotMatch(made.stdout + made.stderr, /(?:runtime|server|late)-secret|late-memory/);
  const { runtime, memory, tooling } = scaffolded(made.stdout);
  deepStrictEqual(runtime, { script: { kind: "js", max_memory_mb: 256 }, extra: { kind: "wasm" } });
  deepStrictEqual(memory, { a: { note: "the tool server's key is <redacted>" } });
  deepStrictEqual([tooling.odd.tools.length > 0, tooling.odd.initial_resource_list], [true, []]);
  match(made.stderr, /runtime\.script\.env\.TOKEN: left out/);
});

Deno.test("scaffold refuses an existing file before it asks anybody, and --force overwrites it", async () => {
  await using workspace = await Workspace.with({
    "omw.toml":
      `${agent}[tooling.slow]\nkind = "mcp"\ntransport = "stdio"\ncommand = "sh"\nargs = ["-c", "touch asked; exit 1"]\n`,
    "out/t.toml": "mine",
    "brain.js": "1",
  });
  const refused = await omw(["scaffold", "omw.toml", "--output", "out/t.toml"], { cwd: workspace.dir });
  deepStrictEqual([refused.code, refused.stdout], [1, ""]);
  match(refused.stderr, /^omw: out\/t\.toml already exists; pass --force/);
  deepStrictEqual([...Deno.readDirSync(workspace.dir)].map(({ name }) => name).sort(), ["brain.js", "omw.toml", "out"]);
  strictEqual(await Deno.readTextFile(workspace.path("out/t.toml")), "mine");
  const itself = await omw(["scaffold", "omw.toml", "--output", "out/../omw.toml", "--force"], {
    cwd: workspace.dir,
  });
  match(itself.stderr, /is the config itself, which even --force does not overwrite/);
  const forced = await omw(["scaffold", "omw.toml", "--output", "out/t.toml", "--force"], { cwd: workspace.dir });
  deepStrictEqual([forced.code, forced.stdout], [0, "out/t.toml\n"], forced.stderr);
  // The test config lies deeper than the config, so the script's path has changed.
  strictEqual(scaffolded(await Deno.readTextFile(workspace.path("out/t.toml"))).agents[0].script, "../brain.js");
});

Deno.test("scaffold takes a config that is whole only with the environment, from a pipe too", async () => {
  await using workspace = await Workspace.with({ "omw.toml": '[[agents]]\nname = "a"\nruntime = "r"\nscript = "b.js"\n' });
  const env = { OMW__RUNTIME__R__KIND: "js", OMW__RUNTIME__R__ENV__KEY: "late-secret", OMW__TUNABLES__INBOX_BOUND: "9" };
  const made = await omw(["scaffold", "omw.toml", "--output", "-"], { cwd: workspace.dir, env });
  strictEqual(made.code, 0, made.stderr);
  const { runtime, tunables, agents } = scaffolded(made.stdout);
  deepStrictEqual([runtime, tunables, agents], [
    { r: { kind: "js" } },
    undefined,
    [{ name: "a", runtime: "r", script: "b.js" }],
  ]);
  match(made.stderr, /only names and kinds were taken over: .*unknown runtime "r"/);
  const command = `cat omw.toml | "$0" scaffold - --output -`;
  const piped = new Deno.Command("sh", {
    args: ["-c", command, LAUNCHER],
    cwd: workspace.dir,
    env: { ...env, PATH: `${Deno.execPath().replace(/\/[^/]*$/, "")}:${Deno.env.get("PATH")}` },
  });
  strictEqual(new TextDecoder().decode((await piped.output()).stdout), made.stdout);
});

Deno.test("scaffold takes all of a file that is standard input, under each of its names", async () => {
  await using workspace = await Workspace.with({ "brain.js": "", "omw.toml": `${agent}[memory.a]\nseed = "planted"\n` });
  for (const name of ["-", "/dev/stdin"]) {
    const line = `"$0" scaffold ${name} --output - < omw.toml`;
    const { code, stdout } = await new Deno.Command("/bin/sh", { args: ["-c", line, LAUNCHER], cwd: workspace.dir }).output();
    strictEqual(code, 0);
    deepStrictEqual(scaffolded(new TextDecoder().decode(stdout)).memory, { a: { seed: "planted" } }, name);
  }
});
