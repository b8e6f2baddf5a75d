/**
 * The files of the project that are in a program beside its modules, at the same paths.
 * @module
 */

import type { ReleasedVariant } from "./request.ts";
import { listFolder } from "./list_folder.ts";

/** Which, relative to the project, sorted. */
export async function embeddedFiles(variant: ReleasedVariant): Promise<string[]> {
  const rhai = variant === "rhai" || variant === "full" ? RHAI : [];
  return ["brains/omw.d.ts", ...rhai, ...await listFolder("brains/starter")].sort();
}

/** The rhai interpreter (see `src/runtime/bundled_rhai.ts`). */
const RHAI = ["brains/rhai/interpreter.glue.gz", "brains/rhai/interpreter.wasm.gz"];
