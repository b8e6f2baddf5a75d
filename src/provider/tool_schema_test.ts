import { deepStrictEqual } from "node:assert/strict";
import { toolParameters } from "./tool_schema.ts";

const CASES: { name: string; schema: unknown; parameters: unknown }[] = [
  {
    name: "P38 an object schema without properties gets empty ones",
    schema: { type: "object" },
    parameters: { type: "object", properties: {} },
  },
  {
    name: "P38 $schema is removed",
    schema: { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: {} },
    parameters: { type: "object", properties: {} },
  },
  {
    name: "P38 parameters called properties and $schema survive",
    schema: { type: "object", properties: { properties: { type: "object" }, $schema: { type: "string" } } },
    parameters: { type: "object", properties: { properties: { type: "object" }, $schema: { type: "string" } } },
  },
  { name: "an empty schema is an object without properties", schema: {}, parameters: { type: "object", properties: {} } },
  { name: "a schema that says what it is by other keywords is left alone", schema: { anyOf: [{}] }, parameters: { anyOf: [{}] } },
  { name: "no object: no parameters", schema: null, parameters: { type: "object", properties: {} } },
];

for (const { name, schema, parameters } of CASES) {
  Deno.test(`toolParameters(): ${name}`, () => deepStrictEqual(toolParameters(JSON.stringify(schema)), parameters));
}

Deno.test("toolParameters(): a text that is no JSON means no parameters", () => {
  deepStrictEqual(toolParameters("{oops"), { type: "object", properties: {} });
});
