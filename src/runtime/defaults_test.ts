import { deepStrictEqual } from "node:assert/strict";
import { SANDBOX_DEFAULTS } from "./defaults.ts";
import { sandboxParams, scriptParams } from "./params.ts";

Deno.test("entries that say nothing mean what the schemas make of them", () => {
  deepStrictEqual(SANDBOX_DEFAULTS, sandboxParams.parse({}));
  deepStrictEqual(SANDBOX_DEFAULTS, scriptParams.parse({}));
});
