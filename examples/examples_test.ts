import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { VARIANTS } from "../src/testing/template.ts";
import { omw } from "../tests/support/omw.ts";
import { caseNames, examples, generatedConfigs } from "./cases.ts";
import { type Built, componentHash, sourcesHash } from "./wasm/sources.ts";

Deno.test("every committed test config is what its template makes; `deno task examples` writes them anew", async () => {
  for (const { path, text } of await generatedConfigs()) strictEqual(await Deno.readTextFile(path), text, path);
});

Deno.test("the committed components were built from the sources beside them; `deno task examples-wasm` builds them anew", () => {
  const built: Built = JSON.parse(Deno.readTextFileSync(new URL("wasm/built.json", import.meta.url)));
  strictEqual(built.sources, sourcesHash());
  deepStrictEqual(built.components, Object.fromEntries(caseNames().map((name) => [name, componentHash(name)])));
});

Deno.test("every case passes in js, in rhai and in wasm", async () => {
  const { code, stdout, stderr } = await omw(["test", "run", "examples"]);
  const labels = caseNames().flatMap((name) => VARIANTS.map((variant) => `${name}/${variant}/omw.test.toml`)).sort();
  deepStrictEqual(
    stdout.trimEnd().split("\n"),
    [...labels.map((label) => `PASS ${label}`), `${labels.length} passed, 0 failed`],
    stderr,
  );
  strictEqual(code, 0, stderr);
});

Deno.test("a changed config reaches the running agent of 12-config-reload, whatever its language", async () => {
  for (const variant of VARIANTS) {
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--allow-all", join(examples, "12-config-reload/reload.ts"), variant],
      stdin: "null",
    }).output();
    const shown = new TextDecoder().decode(stdout);
    strictEqual(code, 0, shown);
    match(
      shown,
      /^answer 1: I am the first model\nanswer 2: I am the first model\n[^]*answer \d+: I am the second model\n[^]*asked to end\n$/,
    );
  }
});
