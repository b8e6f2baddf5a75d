/**
 * The files of the project that are in a program beside its modules, at the same paths.
 * @module
 */

import { hasRuntime } from "./contents.ts";
import type { ReleasedVariant } from "./request.ts";
import { listTree } from "./sources.ts";

/** Which, relative to the project, sorted. */
export function embeddedFiles(variant: ReleasedVariant): string[] {
  const rhai = hasRuntime(variant, "rhai") ? RHAI : [];
  return ["brains/omw.d.ts", ...rhai, ...listTree("brains/starter")].sort();
}

/** The rhai interpreter (see `src/runtime/bundled_rhai.ts`). */
const RHAI = ["brains/rhai/interpreter.glue", "brains/rhai/interpreter.component"];

/** Those that are packed with gzip in the program, because every process of it reads the whole of it (1 ms and 1 MB per MB). */
export const packedFiles: ReadonlySet<string> = new Set(RHAI);
