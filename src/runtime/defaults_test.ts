import { deepStrictEqual } from "node:assert/strict";
import { plainEntry, SANDBOX_DEFAULTS } from "./defaults.ts";
import type { RuntimeBuild } from "./runtime.ts";
import { sandboxParams, scriptParams } from "./params.ts";

Deno.test("entries that say nothing mean what the schemas make of them", () => {
  deepStrictEqual(SANDBOX_DEFAULTS, sandboxParams.parse({}));
  deepStrictEqual(SANDBOX_DEFAULTS, scriptParams.parse({}));
});

Deno.test("plainEntry() takes no entry that a schema might refuse, or make something else of", () => {
  const plain = (params: unknown) => plainEntry({ params } as RuntimeBuild);
  deepStrictEqual(plain({}), {});
  deepStrictEqual(plain({ interpreter: "x.wasm" }), { interpreter: "x.wasm" });
  for (const params of [{ interpreter: "" }, { interpreter: 5 }, { interpreter: "x", env: {} }, { interpretr: "x" }]) {
    deepStrictEqual(plain(params), undefined);
  }
});
