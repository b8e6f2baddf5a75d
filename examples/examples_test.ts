import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { caseNames, generatedConfigs } from "./cases.ts";
import { type Built, componentHash, sourcesHash } from "./wasm/sources.ts";

Deno.test("every committed test config is what its template makes; `deno task examples` writes them anew", async () => {
  for (const { path, text } of await generatedConfigs()) strictEqual(await Deno.readTextFile(path), text, path);
});

Deno.test("the committed components were built from the sources beside them; `deno task examples-wasm` builds them anew", () => {
  const built: Built = JSON.parse(Deno.readTextFileSync(new URL("wasm/built.json", import.meta.url)));
  strictEqual(built.sources, sourcesHash());
  deepStrictEqual(built.components, Object.fromEntries(caseNames().map((name) => [name, componentHash(name)])));
});
