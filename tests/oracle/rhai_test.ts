/**
 * Rhai scripts on the reference's interpreter component, release 0.1.3, and on the interpreter that omw brings: same results, same calls,
 * same error texts, line and position included.
 */

import { bundledRhai } from "../../src/runtime/bundled_rhai.ts";
import { componentAt, referenceComponents } from "../support/components.ts";
import { agreed, compare, skipped } from "./oracle.ts";
import { rhaiCases } from "./rhai_cases.ts";

const found = await referenceComponents();

Deno.test(
  `${rhaiCases.length} rhai scripts do the same on the reference's interpreter and on omw's${skipped(found, rhaiCases)}`,
  {
    ignore: "missing" in found,
  },
  async () => {
    if ("missing" in found) return;
    const reference = await componentAt(`${found.folder}/omw-wasm-rhai-interpreter.component.wasm`);
    agreed(await compare(rhaiCases, { reference, ours: await bundledRhai(), kind: (error) => error }), rhaiCases, 150);
  },
);
