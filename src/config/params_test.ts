import { deepStrictEqual, doesNotMatch, fail, strictEqual, throws } from "node:assert/strict";
import { z } from "zod";
import { EnvTable, EnvText } from "./env_value.ts";
import { parseParams, plainParams } from "./params.ts";
import { secretKeeper } from "./secret.ts";
import { secretString } from "./secret_string.ts";

// Only how params are read is tested here; whether this machine can lock memory is not.
secretKeeper.setPolicy({ allowUnlocked: true, warn: () => {} });

const openai = z.object({
  base_url: z.string().default("https://api.openai.com/v1"),
  api_key: secretString().optional(),
  timeout_secs: z.int().min(1).optional(),
  stream: z.boolean().optional(),
  params: z.record(z.string(), z.unknown()).default({}),
});

const mcp = z.discriminatedUnion("transport", [
  z.object({
    transport: z.literal("stdio"),
    command: z.string(),
    args: z.array(z.string()).default([]),
    env: z.record(z.string(), secretString()).default({}),
  }),
  z.object({ transport: z.literal("http"), url: z.string(), auth_token: secretString().optional() }),
]);

function env(text: string): EnvText {
  return new EnvText("OMW__TEST", text);
}

function envTable(members: Record<string, EnvText | EnvTable>): EnvTable {
  const table = new EnvTable("OMW__TEST");
  for (const [key, member] of Object.entries(members)) table.members.set(key, member);
  return table;
}

function warningsOf(schema: z.ZodType, params: unknown, where: string): string[] {
  const warnings: string[] = [];
  parseParams(schema, params, where, (message) => warnings.push(message));
  return warnings;
}

Deno.test("parseParams() fills defaults and lets the entry's kind pass", () => {
  deepStrictEqual(parseParams(openai, { kind: "openai" }, "providers.openai", fail), {
    base_url: "https://api.openai.com/v1",
    params: {},
  });
  strictEqual(parseParams(z.strictObject({ n: z.int() }), { kind: "x", n: 1 }, "providers.x", fail).n, 1);
  strictEqual(parseParams(z.object({ kind: z.literal("x") }), { kind: "x" }, "providers.x", fail).kind, "x");
});

Deno.test("parseParams() names the path, what was found and what was wanted", () => {
  const parse = (params: unknown) => () => parseParams(openai, params, "providers.openai", fail);
  throws(parse({ base_url: 5 }), {
    name: "ConfigError",
    message: "providers.openai.base_url: expected a string, found 5 (a number)",
  });
  throws(parse({ params: "x" }), { message: "providers.openai.params: expected a table, found a string" });
  throws(parse({ timeout_secs: "soon" }), /timeout_secs: expected a number, found "soon" \(a string\)$/);
  throws(parse(3), /^ConfigError: providers\.openai: expected a table, found 3/);
  throws(parse({ base_url: 1, stream: 2 }), /base_url: .*; providers\.openai\.stream: /);
});

Deno.test("parseParams() lists the choices of a tag with the nearest", () => {
  throws(() => parseParams(mcp, { transport: "stdoi" }, "tooling.a", fail), {
    message: 'tooling.a.transport: expected "stdio" or "http", found "stdoi" (a string); did you mean "stdio"?',
  });
  throws(() => parseParams(mcp, {}, "tooling.a", fail), { message: 'tooling.a.transport: missing; expected "stdio" or "http"' });
});

Deno.test("parseParams() points at a mistyped key when a required one is missing", () => {
  throws(() => parseParams(mcp, { transport: "stdio", comand: "x" }, "tooling.a", fail), {
    message: 'tooling.a.command: missing; expected a string (there is an unknown key "comand")',
  });
});

Deno.test("parseParams() warns of unknown keys with the nearest known one, at every depth", () => {
  deepStrictEqual(warningsOf(openai, { base_ulr: "x", params: { anything: 1 } }, "providers.a"), [
    'providers.a.base_ulr: unknown key, ignored; did you mean "base_url"?',
  ]);
  const nested = z.object({ list: z.array(z.object({ name: z.string() })) });
  deepStrictEqual(warningsOf(nested, { list: [{ name: "a" }, { name: "b", nmae: 1 }] }, "tooling.m"), [
    'tooling.m.list[1].nmae: unknown key, ignored; did you mean "name"?',
  ]);
  // `url` belongs to the other transport.
  deepStrictEqual(warningsOf(mcp, { transport: "stdio", command: "x", url: "y" }, "tooling.a"), [
    "tooling.a.url: unknown key, ignored",
  ]);
});

Deno.test("parseParams() never shows what was found in place of a secret", () => {
  throws(() => parseParams(openai, { api_key: 123456789 }, "providers.a", fail), (error: Error) => {
    doesNotMatch(error.message, /123456789/);
    strictEqual(error.message.startsWith("providers.a.api_key: expected a string"), true);
    return true;
  });
  throws(() => parseParams(openai, { params: "sk-secret" }, "providers.a", fail), (error: Error) => {
    doesNotMatch(error.message, /sk-secret/);
    return true;
  });
});

Deno.test("parseParams() gives text of the environment the type that the schema wants", () => {
  const params = {
    API_KEY: env("12345"),
    timeout_secs: env("30"),
    stream: env("yes"),
    base_url: env(""),
    params: {
      seed: env("7"),
      top_p: env("0.5"),
      logprobs: env("true"),
      stop: env('["a", "b"]'),
      user: env("12abc"),
      empty: env(""),
    },
  };
  const parsed = parseParams(openai, params, "providers.a", fail);
  strictEqual(parsed.api_key?.reveal(), "12345");
  strictEqual(parsed.timeout_secs, 30);
  strictEqual(parsed.stream, true);
  strictEqual(parsed.base_url, "");
  deepStrictEqual(parsed.params, { seed: 7, top_p: 0.5, logprobs: true, stop: ["a", "b"], user: "12abc", empty: "" });
});

Deno.test("parseParams() keeps the case in maps of texts and lowers capitals in open tables", () => {
  const server = { transport: env("stdio"), COMMAND: env("npx"), ENV: envTable({ GITHUB_TOKEN: env("007"), path: env("x") }) };
  const parsed = parseParams(mcp, server, "tooling.a", fail);
  if (parsed.transport !== "stdio") fail(parsed.transport);
  strictEqual(parsed.command, "npx");
  deepStrictEqual(Object.keys(parsed.env), ["GITHUB_TOKEN", "path"]);
  strictEqual(parsed.env["GITHUB_TOKEN"]?.reveal(), "007");
  const settings = envTable({ TEMPERATURE: env("0.2"), topP: env("1") });
  deepStrictEqual(parseParams(openai, { PARAMS: settings }, "providers.a", fail).params, { temperature: 0.2, topP: 1 });
});

Deno.test("parseParams() makes arrays of indexes, of TOML and of JSON", () => {
  for (const args of [envTable({ 0: env("-y"), 1: env("5") }), env('["-y", "5",]'), env('["-y","5"]')]) {
    const parsed = parseParams(mcp, { transport: "stdio", command: "npx", args }, "tooling.a", fail);
    deepStrictEqual(parsed.transport === "stdio" && parsed.args, ["-y", "5"]);
  }
  throws(() => parseParams(mcp, { transport: "stdio", command: "npx", args: env("-y") }, "tooling.a", fail), {
    message: "tooling.a.args: expected an array, found a string",
  });
});

Deno.test("parseParams() takes schemas that refer to themselves", () => {
  interface Node {
    n: number;
    next?: Node;
  }
  const node: z.ZodType<Node> = z.object({
    n: z.number(),
    get next() {
      return node.optional();
    },
  });
  deepStrictEqual(parseParams(node, { n: env("1"), NEXT: envTable({ N: env("2") }) }, "x", fail), { n: 1, next: { n: 2 } });
});

Deno.test("parseParams() refuses a schema that is not zod's", () => {
  throws(() => parseParams({ "~standard": {} }, {}, "x", fail), TypeError);
});

Deno.test("plainParams() guesses what the environment means", () => {
  const plain = plainParams({ a: env("5"), b: envTable({ 0: env("x"), 1: env("[1]") }), c: [env("{ d = 1 }")], e: env("1\n2") });
  strictEqual(JSON.stringify(plain), '{"a":5,"b":["x",[1]],"c":[{"d":1}],"e":"1\\n2"}');
});
