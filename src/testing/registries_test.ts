import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { Registries } from "../engine/mod.ts";
import { testRegistries } from "./registries.ts";

Deno.test("testRegistries() has the doubles and every runtime, and nothing that reaches out", async () => {
  const registries = testRegistries();
  await registries.prepare();
  const { providers, tooling, endpoints, runtimes } = registries;
  deepStrictEqual([providers.kinds(), tooling.kinds(), endpoints.kinds()], [["mock"], ["mock"], ["mock"]]);
  deepStrictEqual(runtimes.kinds(), Registries.builtin().runtimes.kinds());
  strictEqual(runtimes.get("js").kind, "js");
});
