import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { ConfigError } from "../config/mod.ts";
import { ownVariant } from "./own_variant.ts";
import { Registries } from "./registries.ts";
import { absentRuntimes, releaseName, type Variant } from "./variant.ts";

const bare: Variant = { name: "default", runtimes: { wasm: async () => (await import("../runtime/wasm.ts")).wasmRuntime } };

Deno.test("absentRuntimes() names the tarballs that have a kind, and nothing for a build with all kinds", () => {
  deepStrictEqual(absentRuntimes(ownVariant), new Map());
  deepStrictEqual(
    absentRuntimes(bare, "aarch64"),
    new Map([
      ["rhai", "this build of omw (default) leaves it out; take omw-rhai-aarch64-linux.tar.gz or omw-full-aarch64-linux.tar.gz"],
      ["js", "this build of omw (default) leaves it out; take omw-js-aarch64-linux.tar.gz or omw-full-aarch64-linux.tar.gz"],
    ]),
  );
});

Deno.test("releaseName() has the variant's name but for the default one", () => {
  strictEqual(releaseName("default", "x86_64"), "omw-x86_64-linux");
  strictEqual(releaseName("js", "aarch64"), "omw-js-aarch64-linux");
});

Deno.test("the registries of a build do not have what it leaves out, and say who has it", async () => {
  const { runtimes } = Registries.builtin(bare);
  deepStrictEqual(runtimes.kinds(), ["wasm"]);
  await runtimes.prepare();
  let fault: unknown;
  try {
    runtimes.get("js");
  } catch (error) {
    fault = error;
  }
  const message = fault instanceof ConfigError ? fault.message : "none";
  strictEqual(
    message.startsWith('unsupported runtime kind "js" (registered: wasm): this build of omw (default) leaves it out; '),
    true,
  );
});
