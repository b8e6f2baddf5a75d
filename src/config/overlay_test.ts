import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { checkConfig } from "./check.ts";
import { EnvTable, EnvText, guessedValue } from "./env_value.ts";
import { overlayEnvironment } from "./overlay.ts";
import { parseSource } from "./parse_source.ts";

/** Plain data with keys as the variables spell them and values as they would be guessed. */
function revealed(value: unknown): unknown {
  if (value instanceof EnvText) return guessedValue(value.reveal());
  if (value instanceof EnvTable) return revealed(Object.fromEntries(value.members));
  if (Array.isArray(value)) return value.map(revealed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, revealed(member)]));
}

/** The document as JSON after `env` was laid over `toml`; values of variables as they would be guessed. */
function overlaid(toml: string, env: Record<string, string>, prefix?: string): unknown {
  const document = parseSource({ text: toml, format: "toml", label: "test" });
  overlayEnvironment(document, env, prefix);
  return JSON.parse(JSON.stringify(revealed(document)));
}

const AGENTS = `
[[agents]]
name = "alice"
runtime = "js"
script = "a.js"
[[agents]]
name = "bob-2"
runtime = "js"
script = "b.js"
`;

function scripts(env: Record<string, string>, toml = AGENTS): unknown {
  return (overlaid(toml, env) as { agents: { name: string; script?: string }[] }).agents.map((
    { name, script },
  ) => [name, script]);
}

Deno.test("overlayEnvironment() sets and replaces values", () => {
  deepStrictEqual(
    overlaid(`[tunables]\ninbox_bound = 5`, { OMW__TUNABLES__INBOX_BOUND: "7", OMW__ENDPOINT__LISTEN: "127.0.0.1:0" }),
    {
      tunables: { inbox_bound: 7 },
      endpoint: { LISTEN: "127.0.0.1:0" },
    },
  );
});

Deno.test("overlayEnvironment() leaves variables with other prefixes alone", () => {
  deepStrictEqual(overlaid("", { OMW_TEST__TUNABLES__INBOX_BOUND: "7", OMW_X: "1", OMW__: "1", HOME: "/" }), {});
  deepStrictEqual(overlaid("", { OMW_TEST__TUNABLES__INBOX_BOUND: "7", OMW__A: "1" }, "OMW_TEST__"), {
    tunables: { inbox_bound: 7 },
  });
});

Deno.test("overlayEnvironment() finds keys without regard to case, - and _", () => {
  const toml = `[providers.Open-AI]\nkind = "openai"\nbase_url = "x"\n[tooling.github.env]\ntoken = "a"`;
  deepStrictEqual(
    overlaid(toml, {
      OMW__PROVIDERS__OPEN_AI__BASE_URL: "y",
      OMW__TOOLING__GITHUB__ENV__TOKEN: "b",
      omw__Tunables__inbox_bound: "1",
    }),
    {
      providers: { "Open-AI": { kind: "openai", base_url: "y" } },
      tooling: { github: { env: { token: "b" } } },
      tunables: { inbox_bound: 1 },
    },
  );
});

Deno.test("overlayEnvironment() prefers the exact key and refuses to guess between two", () => {
  const toml = `[providers.a-b]\nkind = "x"\n[providers.a_b]\nkind = "x"`;
  deepStrictEqual(overlaid(toml, { "OMW__PROVIDERS__a-b__KIND": "y" }), {
    providers: { "a-b": { kind: "y" }, a_b: { kind: "x" } },
  });
  throws(() => overlaid(toml, { OMW__PROVIDERS__A_B__KIND: "y" }), {
    name: "ConfigError",
    message: 'OMW__PROVIDERS__A_B__KIND: A_B fits "a-b" and "a_b"; spell it exactly, or rename one of them',
  });
});

Deno.test("overlayEnvironment() lowers capitals in new names of entries and keeps the case of new params", () => {
  deepStrictEqual(
    overlaid("", {
      OMW__PROVIDERS__OPENAI__KIND: "openai",
      OMW__PROVIDERS__OPENAI__API_KEY: "k",
      OMW__TOOLING__MyMcp__ENV__Token: "t",
    }),
    {
      providers: { openai: { kind: "openai", API_KEY: "k" } },
      tooling: { MyMcp: { ENV: { Token: "t" } } },
    },
  );
});

Deno.test("overlayEnvironment() reaches agents by index and by name", () => {
  deepStrictEqual(scripts({ OMW__AGENTS__0__SCRIPT: "x.js", OMW__AGENTS__BOB_2__SCRIPT: "y.js" }), [["alice", "x.js"], [
    "bob-2",
    "y.js",
  ]]);
  deepStrictEqual(scripts({ OMW__AGENTS__0__NAME: "carol" }), [["carol", "a.js"], ["bob-2", "b.js"]]);
});

Deno.test("overlayEnvironment() appends agents at the next index and by a new name", () => {
  deepStrictEqual(scripts({ OMW__AGENTS__2__NAME: "carol", OMW__AGENTS__2__SCRIPT: "c.js", OMW__AGENTS__DAVE__SCRIPT: "d.js" }), [
    ["alice", "a.js"],
    ["bob-2", "b.js"],
    ["carol", "c.js"],
    ["dave", "d.js"],
  ]);
  deepStrictEqual(scripts({ OMW__AGENTS__0__NAME: "solo" }, ""), [["solo", undefined]]);
  throws(() => scripts({ OMW__AGENTS__4__NAME: "x" }), {
    message: "OMW__AGENTS__4__NAME: there is no item 4; use 0 to 1, or 2 to add one",
  });
});

Deno.test("overlayEnvironment() does not replace a named agent as a whole, which would lose its name", () => {
  throws(() => scripts({ OMW__AGENTS__ALICE: '{ script = "x.js" }' }), {
    message: "OMW__AGENTS__ALICE: an agent that is named cannot be set as a whole; set OMW__AGENTS__ALICE__SCRIPT and the like",
  });
});

Deno.test("overlayEnvironment() adds indexes in numeric order", () => {
  const env = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`OMW__AGENTS__${index}__NAME`, `agent-${index}`]));
  strictEqual((scripts(env, "") as unknown[]).length, 12);
});

Deno.test("overlayEnvironment() reaches agents that are tables", () => {
  const toml = `[agents.alice]\nruntime = "js"\nscript = "a.js"`;
  deepStrictEqual(overlaid(toml, { OMW__AGENTS__ALICE__SCRIPT: "x.js" }), {
    agents: { alice: { runtime: "js", script: "x.js" } },
  });
});

Deno.test("overlayEnvironment() indexes arrays inside params", () => {
  const toml = `[tooling.mcp]\nkind = "mcp"\nargs = ["-y", "server"]`;
  deepStrictEqual(overlaid(toml, { OMW__TOOLING__MCP__ARGS__1: "other", OMW__TOOLING__MCP__ARGS__2: "--flag" }), {
    tooling: { mcp: { kind: "mcp", args: ["-y", "other", "--flag"] } },
  });
  throws(
    () => overlaid(toml, { OMW__TOOLING__MCP__ARGS__LAST: "x" }),
    /^ConfigError: OMW__TOOLING__MCP__ARGS__LAST: LAST would be a key/,
  );
});

Deno.test("overlayEnvironment() keeps an empty value and line ends", () => {
  deepStrictEqual(overlaid("", { OMW__MEMORY__A__X: "", OMW__MEMORY__A__Y: "one\ntwo = 2\n" }), {
    memory: { a: { X: "", Y: "one\ntwo = 2\n" } },
  });
});

Deno.test("overlayEnvironment() finds the agent that memory is for", () => {
  deepStrictEqual((overlaid(AGENTS, { OMW__MEMORY__BOB_2__handle: "h" }) as { memory: unknown }).memory, {
    "bob-2": { handle: "h" },
  });
});

Deno.test("overlayEnvironment() refuses variables that contradict each other or the file", () => {
  throws(() => overlaid("", { OMW__ENDPOINT__A: "1", OMW__ENDPOINT__A__B: "2" }), {
    message: "OMW__ENDPOINT__A and OMW__ENDPOINT__A__B set the same place; remove one of them",
  });
  throws(() => overlaid("", { OMW__ENDPOINT__A: "1", OMW__endpoint__a: "2" }), /set the same place/);
  throws(() => overlaid(`[endpoint]\nkind = "sk-secret"`, { OMW__ENDPOINT__KIND__X: "2" }), {
    message: "OMW__ENDPOINT__KIND__X: ENDPOINT__KIND is a single value in the file, so nothing can be set inside it",
  });
});

Deno.test("overlayEnvironment() ignores a name with an empty part and says so", () => {
  const document = parseSource({ text: "", format: "toml", label: "test" });
  deepStrictEqual(overlayEnvironment(document, { OMW__ENDPOINT____KIND: "x" }), {
    variables: [],
    warnings: ['OMW__ENDPOINT____KIND: a name between two "__" is empty; the variable is ignored'],
  });
});

Deno.test("overlayEnvironment() ignores a name of endless levels and says so", () => {
  const document = parseSource({ text: "", format: "toml", label: "test" });
  const { variables, warnings } = overlayEnvironment(document, { [`OMW__ENDPOINT${"__A".repeat(20_000)}`]: "x" });
  deepStrictEqual([variables, warnings.length], [[], 1]);
});

Deno.test("overlayEnvironment() does not reach prototypes", async () => {
  const env = {
    OMW__PROVIDERS____proto____X: "1",
    "OMW__PROVIDERS__constructor__polluted": "1",
    OMW__constructor__polluted: "1",
  };
  const document = parseSource({ text: "", format: "toml", label: "test" });
  overlayEnvironment(document, env);
  const own = parseSource({ text: `[providers.__proto__]\nkind = "x"`, format: "toml", label: "test" });
  overlayEnvironment(own, { OMW__PROVIDERS__X__polluted: "1" });
  strictEqual(({} as Record<string, unknown>)["polluted"], undefined);
  strictEqual(({} as Record<string, unknown>)["X"], undefined);
  deepStrictEqual([
    ...(await checkConfig(parseSource({ text: `[providers.__proto__]\nkind = "x"`, format: "toml", label: "t" }))).config
      .providers
      .keys(),
  ], [
    "__proto__",
  ]);
});

Deno.test("overlayEnvironment() takes time in proportion to the variables and the file", () => {
  const count = 5000;
  const toml = Array.from({ length: count }, (_, i) => `[[agents]]\nname = "agent-${i}"`).join("\n");
  const env = Object.fromEntries(Array.from({ length: count }, (_, i) => [`OMW__AGENTS__AGENT_${i}__SCRIPT`, "x"]));
  const document = parseSource({ text: toml, format: "toml", label: "test" });
  const start = performance.now();
  overlayEnvironment(document, env);
  // 5,000 × 5,000 comparisons of names would take many seconds.
  ok(performance.now() - start < 2000);
});
