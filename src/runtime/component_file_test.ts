import { strictEqual, throws } from "node:assert/strict";
import { checkComponentHead, componentFormat } from "./component_file.ts";

const COMPONENT = [0, 97, 115, 109, 13, 0, 1, 0];

Deno.test("componentFormat() goes by the extension alone", () => {
  strictEqual(componentFormat("/a.b/brain.wasm"), "wasm");
  strictEqual(componentFormat("brain.v2.wat"), "wat");
});

Deno.test("componentFormat() refuses other files, naming the path and what is wanted", () => {
  throws(() => componentFormat("a/brain.rhai"), {
    name: "TypeError",
    message: 'Unknown WASM file type at "a/brain.rhai": it ends in .rhai; wanted .wasm (a component) or .wat (its text)',
  });
  throws(() => componentFormat("a.wasm/brain"), /at "a\.wasm\/brain": it has no extension/);
  throws(() => componentFormat("brain.cwasm"), /"brain\.cwasm" is compiled for another engine .*point at the \.wasm component/);
});

Deno.test("checkComponentHead() takes a component", () => {
  checkComponentHead("a.wasm", new Uint8Array(COMPONENT));
});

for (
  const [what, bytes, message] of [
    ["an empty file", [], /^TypeError: "a\.wasm" is empty/],
    ["a text", [...new TextEncoder().encode("hello world")], /^TypeError: "a\.wasm" is not WebAssembly/],
    ["a file cut in its first bytes", COMPONENT.slice(0, 3), /^TypeError: "a\.wasm" is cut off/],
    ["a file cut in its version", COMPONENT.slice(0, 6), /^TypeError: "a\.wasm" is cut off/],
    ["a core module", [0, 97, 115, 109, 1, 0, 0, 0], /^TypeError: "a\.wasm" is a core module, not a component: .*wasm32-wasip2/],
    ["a component of an old draft", [0, 97, 115, 109, 10, 0, 1, 0], /older, unfinished encoding: rebuild/],
    ["an unknown layer", [0, 97, 115, 109, 13, 0, 7, 0], /unknown layer/],
    ["a precompiled image (ELF)", [127, 69, 76, 70, 2, 1, 1, 0], /compiled for another engine/],
  ] as const
) {
  Deno.test(`checkComponentHead() refuses ${what}`, () => {
    throws(() => checkComponentHead("a.wasm", new Uint8Array(bytes)), message);
  });
}
