import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { referenceComponents } from "../tests/support/components.ts";
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

/** Every case of these languages passes, and nothing else is run. */
async function allPass(variants: string[], env: Record<string, string> = {}): Promise<void> {
  const include = variants.flatMap((variant) => ["--include", `*/${variant}/*`]);
  const { code, stdout, stderr } = await omw(["test", "run", "examples", ...include], { env });
  const labels = caseNames().flatMap((name) => variants.map((variant) => `${name}/${variant}/omw.test.toml`)).sort();
  deepStrictEqual(
    stdout.trimEnd().split("\n"),
    [...labels.map((label) => `PASS ${label}`), `${labels.length} passed, 0 failed`],
    stderr,
  );
  strictEqual(code, 0, stderr);
}

Deno.test("every case passes in js and in wasm", () => allPass(["js", "wasm"]));

const builtIn = (await omw(["check", "--config", "examples/01-hello/rhai/omw.test.toml"])).code === 0;
const reference = builtIn ? undefined : await referenceComponents();
const env = reference !== undefined && "folder" in reference
  ? { OMW_TEST__RUNTIME__RUNTIME__INTERPRETER: join(reference.folder, "omw-wasm-rhai-interpreter.component.wasm") }
  : {};

Deno.test({
  name: "every case passes in rhai",
  // Only where omw has no interpreter of its own, and the published one cannot be had either.
  ignore: reference !== undefined && "missing" in reference,
  fn: () => allPass(["rhai"], env),
});

Deno.test("a changed config reaches the running agent of 12-config-reload, in js and in wasm", async () => {
  for (const variant of ["js", "wasm"]) {
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
