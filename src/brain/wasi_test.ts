import { deepStrictEqual } from "node:assert/strict";
import { innerBridge } from "../../tests/support/inner_bridge.ts";
import { WASI_INTERFACES } from "../runtime/component_contract.ts";
import { insideFunctions } from "./component_source.ts";
import { wasi, type WasiParts } from "./wasi.ts";

Deno.test("wasi() serves exactly the interfaces that the host lets components import", () => {
  const { interfaces } = wasi(insideFunctions as unknown as WasiParts, innerBridge(), { env: [], args: [] }, { lastWords: "" });
  deepStrictEqual(Object.keys(interfaces).sort(), [...WASI_INTERFACES].sort());
});
