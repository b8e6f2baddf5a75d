import { deepStrictEqual, doesNotMatch, fail, match, rejects, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { z } from "zod";
import { loadConfig, type LoadedConfig } from "./load.ts";
import { parseParams } from "./params.ts";

const CONFIG = `
[providers.openai]
kind = "openai"
model = "gpt-4o"

[runtime.js]
kind = "js"

[[agents]]
name = "alice"
runtime = "js"
script = "brain.js"
`;

/** Loads `content` as `name` from a fresh folder. */
async function load(content: string | Uint8Array, env: Record<string, string> = {}, name = "omw.toml"): Promise<LoadedConfig> {
  const cwd = await Deno.makeTempDir();
  try {
    await Deno.writeFile(join(cwd, name), typeof content === "string" ? new TextEncoder().encode(content) : content);
    return await loadConfig({ path: name, env, cwd });
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

function refused(
  content: string | Uint8Array,
  message: RegExp | string,
  env: Record<string, string> = {},
  name = "omw.toml",
): Promise<void> {
  return rejects(load(content, env, name), { name: "ConfigError", message });
}

Deno.test("loadConfig() reads a file with the environment over it", async () => {
  const { config, warnings, sources, path, dir } = await load(CONFIG, {
    OMW__TUNABLES__RECV_TIMEOUT_SECS: "30",
    OMW__PROVIDERS__OPENAI__MODEL: "gpt-5",
    OMW__TUNABLES__ALLOW_UNLOCKED_SECRETS: "true",
  });
  deepStrictEqual(config.agents, [{ name: "alice", runtime: "js", script: "brain.js" }]);
  strictEqual(config.providers.get("openai")?.kind, "openai");
  strictEqual(config.tunables.recv_timeout_secs, 30);
  strictEqual(config.tunables.allow_unlocked_secrets, true);
  strictEqual(config.endpoint, undefined);
  deepStrictEqual(warnings, []);
  deepStrictEqual(sources, [
    "omw.toml",
    "OMW__PROVIDERS__OPENAI__MODEL",
    "OMW__TUNABLES__ALLOW_UNLOCKED_SECRETS",
    "OMW__TUNABLES__RECV_TIMEOUT_SECS",
  ]);
  strictEqual(path, join(dir, "omw.toml"));
});

Deno.test("loadConfig() needs no file when the environment holds a config", async () => {
  const cwd = await Deno.makeTempDir();
  const env = {
    OMW__RUNTIME__JS__KIND: "js",
    OMW__AGENTS__0__NAME: "alice",
    OMW__AGENTS__0__RUNTIME: "js",
    OMW__AGENTS__0__SCRIPT: "a.js",
    OMW__TOOLING__X: '{ kind = "mcp", transport = "stdio" }',
  };
  const { config, path, dir } = await loadConfig({ env, cwd });
  deepStrictEqual(config.agents, [{ name: "alice", runtime: "js", script: "a.js" }]);
  strictEqual(config.tooling.get("x")?.["transport"], "stdio");
  strictEqual(path, undefined);
  strictEqual(dir, cwd);
  const { config: inline } = await loadConfig({
    env: { OMW__AGENTS: '[{ name = "a", runtime = "r", script = "s" }]', OMW__RUNTIME: "{ r.kind = 'js' }" },
    cwd,
  });
  deepStrictEqual(inline.agents, [{ name: "a", runtime: "r", script: "s" }]);
  await Deno.remove(cwd, { recursive: true });
});

Deno.test("loadConfig() names the file that does not exist", async () => {
  const cwd = await Deno.makeTempDir();
  await rejects(loadConfig({ env: {}, cwd }), {
    name: "ConfigError",
    message: `config file omw.toml does not exist (looked for ${cwd}/omw.toml); create it or name another with --config`,
  });
  await rejects(loadConfig({ path: "no/omw.toml", env: { OMW__X: "1" }, cwd }), /config file no\/omw\.toml does not exist/);
  await Deno.remove(cwd, { recursive: true });
});

Deno.test("loadConfig() refuses folders, other extensions, and what is no UTF-8", async () => {
  const cwd = await Deno.makeTempDir();
  await Deno.mkdir(join(cwd, "folder.toml"));
  await rejects(loadConfig({ path: "folder.toml", env: {}, cwd }), {
    message: "folder.toml is a folder; name the config file in it",
  });
  await Deno.remove(cwd, { recursive: true });
  await refused(CONFIG, /^omw\.yaml: a config cannot be a \.yaml file; use \.toml or \.json/, {}, "omw.yaml");
  await refused(new Uint8Array([0x61, 0xff]), "omw.toml: the text is not UTF-8; save it as UTF-8");
  await refused(new Uint8Array([0xff, 0xfe, 0x61, 0]), "omw.toml: the text is UTF-16; save it as UTF-8");
});

Deno.test("loadConfig() reads names without extension as TOML, .json as JSON, and standard input as TOML", async () => {
  strictEqual((await load(CONFIG, {}, "config")).config.agents.length, 1);
  const json = { runtime: { js: { kind: "js" } }, endpoint: null, agents: [{ name: "a", runtime: "js", script: "s" }] };
  deepStrictEqual((await load(JSON.stringify(json), {}, "omw.json")).config.agents, json.agents);
  const stdin = new Blob([CONFIG]).stream();
  const loaded = await loadConfig({ path: "-", env: {}, cwd: "/", stdin });
  deepStrictEqual([loaded.sources, loaded.path, loaded.dir], [["standard input"], undefined, "/"]);
});

Deno.test("loadConfig() skips a byte order mark and takes CRLF and TOML 1.1", async () => {
  strictEqual((await load("\ufeff" + CONFIG)).config.agents.length, 1);
  strictEqual((await load(CONFIG.replaceAll("\n", "\r\n"))).config.agents[0]?.script, "brain.js");
  const { config } = await load(`providers.a = {\n  kind = "mock", # here\n  turns = [{ content = "x", },],\n}\n`);
  strictEqual(JSON.stringify(config.providers.get("a")), '{"kind":"mock","turns":[{"content":"x"}]}');
});

Deno.test("loadConfig() tells the line and column of a fault and never quotes it", async () => {
  await refused(
    "[a]\n[a]",
    "omw.toml:2:2: not valid TOML 1.1: trying to redefine an already defined table or value; define each table and key once",
  );
  await refused("a.b=1\n[a]", /^omw\.toml:2:2: /);
  await refused("a={}\na.b=1", /^omw\.toml:2:1: /);
  await refused("\r\n\r\nx = yes\r\n", /^omw\.toml:3:5: .*put text in quotes$/);
  await refused('{"a":\n  oops}', "omw.json:2:3: not valid JSON; correct it there", {}, "omw.json");
  await refused('{"a":\n', /^omw\.json:2:1: /, {}, "omw.json");
  for (const [name, text] of [["omw.toml", 'key = "sk-secret'], ["omw.json", '{"key": "sk-secret" oops']] as const) {
    await rejects(load(text, {}, name), (error: Error) => {
      doesNotMatch(Deno.inspect(error), /sk-secret/);
      return true;
    });
  }
});

Deno.test("loadConfig() takes a super-table after its sub-table", async () => {
  strictEqual((await load(`[providers.a]\nkind = "x"\n[providers]`)).config.providers.size, 1);
});

Deno.test("loadConfig() takes agents as tables", async () => {
  const { config } = await load(
    `[runtime.js]\nkind = "js"\n[agents.bob]\nruntime = "js"\nscript = "b.js"\n[agents.alice]\nruntime = "js"\nscript = "a.js"`,
  );
  deepStrictEqual(config.agents.map(({ name }) => name), ["bob", "alice"]);
  await refused(`[agents.bob]\nname = "rob"\nruntime = "js"\nscript = "b.js"`, /^omw\.toml: agents\.bob\.name: /);
});

Deno.test("loadConfig() refuses a name twice, an unknown runtime, and an entry without a kind", async () => {
  const again = `${CONFIG}\n[[agents]]\nname = "alice"\nruntime = "js"\nscript = "x"`;
  await refused(again, 'omw.toml: agents[1].name: "alice" is the name of agents[0] already; rename one of them');
  await refused(
    CONFIG.replace('runtime = "js"', 'runtime = "jss"'),
    'omw.toml: agent "alice" references unknown runtime "jss" (configured: "js"); did you mean "js"?',
  );
  await refused(`[providers.x]\nmodel = "m"`, /^omw\.toml: providers\.x\.kind: missing; expected the name of an implementation/);
  await refused(`[providers]\nx = 5`, "omw.toml: providers.x: expected a table, found a number");
  await refused(`agents = 5`, /^omw\.toml: agents: expected \[\[agents\]\] or \[agents\.<name>\], found a number$/);
  await refused(`[[agents]]\nname = "a"\nscrip = "x"`, /agents\[0\]\.runtime: missing.*agents\[0\]\.script: missing.*"scrip"/);
});

Deno.test("loadConfig() says which variable made an agent that is not complete", async () => {
  await refused(
    CONFIG,
    /^omw\.toml: agents\[1\]\.runtime: missing.*agent "aliec" is not in the file; OMW__AGENTS__ALIEC__SCRIPT adds it\)$/,
    {
      OMW__AGENTS__ALIEC__SCRIPT: "x",
    },
  );
});

Deno.test("loadConfig() warns of unknown keys with the nearest known one", async () => {
  const { warnings } = await load(
    `[provider.x]\nkind = "x"\n[tunables]\ninbox_bund = 1\n[assertions]\na = 1\n[memory.bob]\nx = 1\n${CONFIG}`,
    {
      OMW__TUNABLES__WATCH_DEBUNCE_MS: "5",
    },
  );
  deepStrictEqual(warnings, [
    'provider: unknown key, ignored; did you mean "providers"?',
    'tunables.inbox_bund: unknown key, ignored; did you mean "inbox_bound"?',
    'tunables.watch_debunce_ms: unknown key, ignored; did you mean "watch_debounce_ms"?',
    "memory.bob: no agent has this name",
  ]);
});

Deno.test("loadConfig() keeps the keys of a seed in order, those that look like numbers too", async () => {
  const { config } = await load(`${CONFIG}\n[memory.alice]\nx = { "9" = 2, a = [{ b = 2020-01-02, "10" = 3 }], "10" = 1 }`);
  deepStrictEqual(config.memory.get("alice")?.get("x"), '{"10":1,"9":2,"a":[{"10":3,"b":"2020-01-02"}]}');
});

Deno.test("loadConfig() makes texts of memory", async () => {
  const { config } = await load(
    `${CONFIG}\n[memory.alice]\ntext = "x"\nn = 42\nyes = true\nlist = [1, { b = 1, a = 2 }]\nday = 2020-01-02`,
    {
      OMW__MEMORY__ALICE__N: "007",
      OMW__MEMORY__ALICE__TOKEN: "",
    },
  );
  deepStrictEqual([...config.memory.get("alice") ?? []], [
    ["text", "x"],
    ["n", "007"],
    ["yes", "true"],
    ["list", '[1,{"a":2,"b":1}]'],
    ["day", "2020-01-02"],
    ["TOKEN", ""],
  ]);
});

Deno.test("loadConfig() refuses a hostile tunable and a word for a number, in the file and in the environment", async () => {
  await refused(`[tunables]\ninbox_bound = 0`, "omw.toml: tunables.inbox_bound: expected at least 1, found 0");
  await refused("", /tunables\.recv_timeout_secs: expected a number, found "nope"/, { OMW__TUNABLES__RECV_TIMEOUT_SECS: "nope" });
});

Deno.test("loadConfig() survives documents that are nested without end", async () => {
  await refused(`[a${".a".repeat(1000)}]`, /nested deeper than 64 levels/);
  await refused("[".repeat(5000) + "]".repeat(5000), /nested deeper than 64 levels/, {}, "omw.json");
  await refused(`a=${"[".repeat(100_000)}`, /^omw\.toml:1:/);
});

Deno.test("loadConfig() bounds what it reads", async () => {
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)) });
  await rejects(loadConfig({ path: "/dev/stdin", env: {}, cwd: "/", stdin: endless }), (error: Error) => {
    match(error.message, /^standard input: a config may have 16777216 bytes at most/);
    return true;
  });
});

Deno.test("what loadConfig() hands over, parseParams() types by the kind's schema", async () => {
  const { config } = await load(`${CONFIG}\n[tooling.mcp]\nkind = "mcp"\nargs = ["-y", "server"]\n`, {
    OMW__PROVIDERS__OPENAI__API_KEY: "12345",
    OMW__PROVIDERS__OPENAI__PARAMS__TEMPERATURE: "0.2",
    OMW__TOOLING__MCP__ENV__GITHUB_TOKEN: "007",
    OMW__TOOLING__MCP__ARGS__1: "5",
    OMW__TOOLING__MCP__INHERIT_ENV: "true",
  });
  doesNotMatch(Deno.inspect(config, { depth: 9 }), /12345|007/);
  doesNotMatch(JSON.stringify(config.providers.get("openai")), /12345/);
  const openai = z.object({ api_key: z.string(), model: z.string(), params: z.record(z.string(), z.unknown()) });
  deepStrictEqual(parseParams(openai, config.providers.get("openai"), "providers.openai", fail), {
    api_key: "12345",
    model: "gpt-4o",
    params: { temperature: 0.2 },
  });
  const mcp = z.object({ args: z.array(z.string()), env: z.record(z.string(), z.string()), inherit_env: z.boolean() });
  deepStrictEqual(parseParams(mcp, config.tooling.get("mcp"), "tooling.mcp", fail), {
    args: ["-y", "5"],
    env: { GITHUB_TOKEN: "007" },
    inherit_env: true,
  });
});
