import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { innerBridge } from "../../tests/support/inner_bridge.ts";
import { componentGlobals } from "./component_globals.ts";
import { Realm } from "./realm.ts";

/** Runs an expression in a realm with the globals; answers what it makes of texts and numbers. */
function inside(expression: string): unknown {
  const realm = new Realm({ webAssembly: true });
  const { encodeInto, decode } = innerBridge();
  const install = realm.evaluate(
    `(encodeInto, decode) => (${componentGlobals})({ encodeInto, decode })`,
    "test",
  ) as (...args: unknown[]) => void;
  install(encodeInto, decode);
  return JSON.parse(realm.evaluate(`JSON.stringify(${expression})`, "test") as string);
}

for (const text of ["", "short", "é", "🦕", "x".repeat(48), "x".repeat(49), "\uFEFFmark", "漢字".repeat(1000), "\uD800"]) {
  Deno.test(`the inner text coder is UTF-8's for ${JSON.stringify(text.slice(0, 6))} of ${text.length} units`, () => {
    const bytes = new TextEncoder().encode(text);
    const source = JSON.stringify(text);
    deepStrictEqual(
      inside(`(() => {
        const into = new Uint8Array(${bytes.length});
        const done = new TextEncoder().encodeInto(${source}, into);
        return { ...done, bytes: [...into] };
      })()`),
      { read: text.length, written: bytes.length, bytes: [...bytes] },
    );
    strictEqual(inside(`new TextDecoder().decode(new Uint8Array(${JSON.stringify([...bytes])}))`), text.toWellFormed());
  });
}

Deno.test("the inner text coder says when a text does not fit", () => {
  deepStrictEqual(inside(`new TextEncoder().encodeInto("abc", new Uint8Array(2))`), { read: 0, written: 0 });
  deepStrictEqual(inside(`new TextEncoder().encodeInto("é", new Uint8Array(1))`), { read: 0, written: 0 });
});

Deno.test("the inner decoder reads a part of a memory, and UTF-16", () => {
  strictEqual(inside(`new TextDecoder().decode(new DataView(new Uint8Array([1, 104, 105, 1]).buffer, 1, 2))`), "hi");
  strictEqual(inside(`new TextDecoder("utf-16").decode(new Uint16Array([104, 0xd83e, 0xdd95]))`), "h🦕");
});

Deno.test("what waits for another turn of an event loop is refused", () => {
  for (const name of ["setTimeout", "setInterval", "queueMicrotask"]) {
    throws(() => inside(`${name}(() => {})`), (error) => /not supported/.test(String((error as Error).message)));
  }
});
