/** Js scripts on the reference's interpreter component, release 0.1.3, and on omw's own engine. */

import { componentAt, referenceComponents } from "../support/components.ts";
import { jsCases } from "./js_cases.ts";
import { kindOfJsError } from "./js_error.ts";
import { agreed, compare, skipped } from "./oracle.ts";

const found = await referenceComponents();

Deno.test(`${jsCases.length} js scripts do the same on the reference's interpreter and on V8${skipped(found, jsCases)}`, {
  ignore: "missing" in found,
}, async () => {
  if ("missing" in found) return;
  const reference = await componentAt(`${found.folder}/omw-wasm-js-interpreter.component.wasm`);
  agreed(await compare(jsCases, { reference, ours: "js", kind: kindOfJsError }), jsCases, 150);
});
