import assert from "node:assert/strict";
import { readTools } from "./tools.ts";

Deno.test("readTools() reads nested and flat tools", () => {
  const parameters = { type: "object", properties: { b: {}, a: {} } };
  const schema = '{"properties":{"a":{},"b":{}},"type":"object"}';
  assert.deepEqual(
    readTools([
      { type: "function", function: { name: "f", description: "d", parameters, strict: true } },
      { function: { name: "g" } },
      { type: "whatever", name: "h", parameters },
      { name: "__proto__" },
    ]),
    [
      { name: "f", description: "d", input_schema: schema },
      { name: "g", input_schema: "null" },
      { name: "h", input_schema: schema },
      { name: "__proto__", input_schema: "null" },
    ],
  );
});

Deno.test("readTools() takes absent and null for none, and refuses what is no tool", () => {
  assert.deepEqual([readTools(undefined), readTools(null)], [[], []]);
  for (
    const tools of ["x", [null], [{ name: "" }], [{ function: [] }], [{ name: "f", parameters: [] }], [{
      name: "f",
      description: 5,
    }]]
  ) {
    assert.throws(() => readTools(tools), { status: 400 }, JSON.stringify(tools));
  }
});
