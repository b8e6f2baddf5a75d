import { deepStrictEqual, match } from "node:assert/strict";
import { makeInstaller } from "./js_install.ts";
import { worldKit } from "./js_kit.ts";
import { hardenGlobals } from "./realm_globals.ts";
import { makeWitBridge } from "./wit_bridge.ts";
import { freeNames } from "../../tests/support/free_names.ts";

/** The names that a function takes from its surroundings. */
function namesOf(part: unknown): string[] {
  return freeNames(`(${part})`).filter((name) => name !== "undefined");
}

for (const [name, part] of Object.entries({ ...worldKit, makeInstaller })) {
  if (name === "capturePrimordials") continue;
  Deno.test(`${name} uses its parameters alone, so it means inside what it means here`, () => {
    deepStrictEqual(namesOf(part), []);
  });
}

Deno.test("capturePrimordials and hardenGlobals use globals of ECMAScript alone", () => {
  const globals = new Set(Object.getOwnPropertyNames(globalThis));
  for (const part of [worldKit.capturePrimordials, hardenGlobals]) {
    for (const name of namesOf(part)) {
      match(
        name,
        /^(Array|Error|Function|JSON|Math|Number|Object|Promise|RangeError|Reflect|Set|String|Symbol|TypeError|globalThis)$/,
      );
      deepStrictEqual(globals.has(name) || name === "globalThis", true);
    }
  }
});

Deno.test("freeNames() sees a free variable in each place where one can stand", () => {
  deepStrictEqual(freeNames("function f(a) { const { b } = a; return { c: d, [e]: a.x, g() { return h[b] } } }"), [
    "d",
    "e",
    "h",
  ]);
});

Deno.test("makeWitBridge uses its parameter and ECMAScript alone, so it means in a component what it means here", () => {
  deepStrictEqual(namesOf(makeWitBridge), ["JSON", "Map", "Number", "String", "Uint8Array"]);
});
