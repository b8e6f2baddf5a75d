import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parseSource } from "../config/parse_source.ts";
import { projectFiles, readSource } from "../../tests/support/source_files.ts";
import { testRegistries } from "./registries.ts";
import { composeTestSchema } from "./schema.ts";

const validate = new Ajv2020({ strict: false }).compile(JSON.parse(await composeTestSchema(testRegistries())));

function isValid(assertions: unknown): boolean {
  return validate({ agents: [], assertions });
}

Deno.test("schema/test-config.schema.json is what omw test schema writes", async () => {
  strictEqual(await composeTestSchema(testRegistries()), readSource("schema/test-config.schema.json"));
});

Deno.test("composeTestSchema() accepts every test config of the examples", () => {
  const configs = projectFiles().filter((file) => /(?:^|[./])omw\.test\.toml$/.test(file));
  ok(configs.length > 0);
  for (const file of configs) {
    ok(
      validate(parseSource({ text: readSource(file), format: "toml", label: file })),
      `${file}: ${JSON.stringify(validate.errors)}`,
    );
  }
});

Deno.test("composeTestSchema() refuses what the parser refuses", () => {
  const call = { kind: "call", op: "chat", detail: { messages: [{ $until: {} }] } };
  const verdicts = [
    { a: { outcome: "asserted", events: [call, { $while: call }, { $until: { kind: "inbound", event: "timer" } }] } },
    { a: { outcome: { exited: "x" } } },
    { a: { outcome: "finished" } },
    { a: { events: [{ kind: "any" }] } },
    { a: { event: [] } },
    { a: { events: [{ $while: { $until: call } }] } },
  ].map(isValid);
  deepStrictEqual(verdicts, [true, true, false, false, false, false]);
});
