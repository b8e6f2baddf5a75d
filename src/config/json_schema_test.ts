import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { z } from "zod";
import { Ajv2020 } from "ajv/dist/2020.js";
import { configJsonSchema, configJsonSchemaText } from "./json_schema.ts";
import { secretString } from "./secret_string.ts";

const families = {
  providers: new Map<string, z.ZodType>([
    ["openai", z.object({ api_key: secretString().optional().describe("The key."), base_url: z.string().default("x") })],
  ]),
  tooling: new Map<string, z.ZodType>([
    [
      "mcp",
      z.discriminatedUnion("transport", [
        z.strictObject({ transport: z.literal("stdio"), command: z.string() }),
        z.strictObject({ transport: z.literal("http"), url: z.string() }),
      ]),
    ],
  ]),
  runtime: new Map<string, z.ZodType>([["js", z.strictObject({ max: z.int().min(1).default(5) })]]),
  endpoint: new Map<string, z.ZodType>(),
};

const validate = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, formats: {} }).compile(
  configJsonSchema(families),
);

function check(config: unknown): boolean {
  return validate(config);
}

Deno.test("configJsonSchema() is a valid JSON Schema that accepts real configs", () => {
  const agent = { name: "a", runtime: "js", script: "a.js" };
  ok(check({}));
  ok(check({
    providers: { openai: { kind: "openai", api_key: "k" } },
    tooling: { mcp: { kind: "mcp", transport: "stdio", command: "npx" } },
    runtime: { js: { kind: "js", max: 3 } },
    agents: [agent],
    memory: { a: { x: "1", n: 5 } },
    tunables: { inbox_bound: 5 },
    endpoint: null,
    assertions: { a: [] },
  }));
  ok(check({ agents: { a: { runtime: "js", script: "a.js" } } }));
});

Deno.test("configJsonSchema() holds a kind to its params and lets unknown kinds pass", () => {
  ok(!check({ providers: { a: { kind: "openai", api_key: 5 } } }));
  ok(!check({ tooling: { a: { kind: "mcp", transport: "stdio" } } }));
  ok(!check({ tooling: { a: { kind: "mcp", transport: "http", url: "u", command: "x" } } }));
  ok(!check({ runtime: { a: { kind: "js", max: 0 } } }));
  ok(!check({ providers: { a: { model: "x" } } }));
  ok(check({ providers: { a: { kind: "mine", api_key: 5 } } }));
  ok(check({ endpoint: { kind: "mine", anything: [] } }));
});

Deno.test("configJsonSchema() holds the generic part to its types", () => {
  ok(!check({ agents: [{ name: "a", runtime: "js" }] }));
  ok(!check({ agents: { a: { runtime: "js" } } }));
  ok(!check({ tunables: { inbox_bound: 0 } }));
  ok(!check({ tunables: { recv_timeout_secs: "60" } }));
  ok(!check({ memory: { a: 5 } }));
});

Deno.test("configJsonSchema() describes keys, gives the defaults of tunables and marks secrets", () => {
  const schema = JSON.parse(configJsonSchemaText(families));
  strictEqual(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  strictEqual(schema.properties.tunables.default.recv_timeout_secs, 60);
  strictEqual(schema.$defs.Tunables.properties.inbox_bound.default, 1024);
  const key = schema.$defs["providers-openai"].properties.api_key;
  deepStrictEqual([key.type, key.writeOnly, key.description], ["string", true, "The key."]);
  for (const property of [...Object.values(schema.properties), ...Object.values(schema.$defs.Tunables.properties)]) {
    ok((property as { description?: string }).description);
  }
});

Deno.test("configJsonSchema() carries params that refer to themselves", () => {
  interface Node {
    value: number;
    next?: Node | undefined;
  }
  const node: z.ZodType<Node> = z.object({
    value: z.number(),
    get next() {
      return node.optional();
    },
  });
  const providers = new Map<string, z.ZodType>([["list/of", z.object({ head: node })]]);
  const compiled = new Ajv2020({ strictTypes: false, formats: {} }).compile(configJsonSchema({ ...families, providers }));
  ok(compiled({ providers: { a: { kind: "list/of", head: { value: 1, next: { value: 2 } } } } }));
  ok(!compiled({ providers: { a: { kind: "list/of", head: { value: 1, next: { value: "2" } } } } }));
});

Deno.test("configJsonSchemaText() is indented and ends with a line end", () => {
  const text = configJsonSchemaText(families);
  ok(text.startsWith('{\n  "$schema"'));
  ok(text.endsWith("}\n"));
});
