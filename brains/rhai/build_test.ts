/** What is committed is what the sources make: told by hashes, so that it takes no toolchain. */

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { TRANSPILER_VERSION } from "../../src/runtime/component_cache.ts";
import { decodeParts, sha256 } from "../../src/runtime/transpiled.ts";
import { type BuildRecord, COMPONENT, folder, hashOfSources, OPTIMISER, RECORD, TRANSPILED } from "./sources.ts";

const record: BuildRecord = JSON.parse(Deno.readTextFileSync(folder + RECORD));
const component = await Deno.readFile(folder + COMPONENT);
const transpiled = await Deno.readFile(folder + TRANSPILED);

Deno.test("the interpreter is built from these sources; when this fails, run `deno task build-rhai` and commit what it writes", () => {
  strictEqual(hashOfSources(), record.sources);
});

Deno.test("the committed files are those that the build made", async () => {
  strictEqual(await sha256(component), record.component);
  strictEqual(await sha256(transpiled), record.transpiled);
});

Deno.test("the interpreter was built with the tools that deno.json names", () => {
  const { imports } = JSON.parse(Deno.readTextFileSync(`${folder}../../deno.json`)) as { imports: Record<string, string> };
  strictEqual(imports[OPTIMISER], `npm:${OPTIMISER}@${record.tools[OPTIMISER]}`);
  strictEqual(record.tools["jco-transpile"], TRANSPILER_VERSION);
});

Deno.test("the interpreter imports the contract and nothing else, and its modules lie in the component", () => {
  const { imports, cores } = decodeParts(transpiled).head as { imports: string[]; cores: [string, number, number][] };
  deepStrictEqual(imports, ["omw:omw/host", "omw:omw/provider", "omw:omw/tooling"]);
  strictEqual(cores.length, 3);
  for (const [name, at, length] of cores) ok(WebAssembly.validate(component.subarray(at, at + length)), name);
});

Deno.test("nothing in the interpreter tells where it was built", () => {
  for (const bytes of [component, transpiled]) {
    const text = new TextDecoder("latin1").decode(bytes);
    deepStrictEqual(text.match(/\/(?:root|home|Users|tmp|usr)\/[\w./-]+/g), null);
  }
});
