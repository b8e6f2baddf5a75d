import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { freeNames } from "../../tests/support/free_names.ts";
import { glueSource, insideFunctions, worldSource } from "./component_source.ts";

/** ECMAScript's globals that the inner functions use, and WebAssembly. */
const ALLOWED = [
  ..."Array ArrayBuffer BigInt DataView Date Error Infinity JSON Math Number Object RangeError Set String Symbol Uint16Array Uint32Array"
    .split(" "),
  ..."Uint8Array WeakMap WebAssembly globalThis parseInt undefined".split(" "),
];

for (const [name, run] of Object.entries(insideFunctions)) {
  Deno.test(`${name}() uses its parameters and the language's globals alone`, () => {
    deepStrictEqual(freeNames(`(${run})`).filter((free) => !ALLOWED.includes(free)), []);
  });
}

Deno.test("worldSource is a script of its own", () => {
  deepStrictEqual(freeNames(worldSource).filter((free) => !ALLOWED.includes(free)), []);
});

Deno.test("glueSource() makes a script that answers the glue's entry", () => {
  const glue = `"use components";
export function instantiate() {
  const text = "an export function in a text";
  return text;
}

export const _util = {
}
`;
  // The glue of the test's own, so that evaluating it here is safe.
  strictEqual((0, eval)(glueSource(glue))(), "an export function in a text");
});
