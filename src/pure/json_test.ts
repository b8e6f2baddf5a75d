import assert from "node:assert/strict";
import { sortedJson } from "./json.ts";

Deno.test("sortedJson() is compact and sorts the keys of every object", () => {
  assert.equal(sortedJson({ b: 1, a: { d: [{ z: 1, y: 2 }], c: null } }), '{"a":{"c":null,"d":[{"y":2,"z":1}]},"b":1}');
});

Deno.test("sortedJson() sorts keys that look like numbers as text", () => {
  assert.equal(sortedJson({ b: 0, "10": 1, "9": 2 }), '{"10":1,"9":2,"b":0}');
});

Deno.test("sortedJson() leaves out what JSON.stringify leaves out", () => {
  assert.equal(sortedJson({ a: undefined, b: () => 1, c: Symbol("x"), d: NaN }), '{"d":null}');
  assert.equal(sortedJson([undefined, 1]), "[null,1]");
  assert.equal(sortedJson(undefined), "null");
});

Deno.test("sortedJson() keeps a key that names a prototype", () => {
  assert.equal(sortedJson(JSON.parse('{"__proto__":{"x":1}}')), '{"__proto__":{"x":1}}');
});
