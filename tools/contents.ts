/**
 * What each variant of the program has to have inside, as `variants/contents.json` lists it.
 * @module
 */

import contents from "./variants/contents.json" with { type: "json" };
import type { ReleasedVariant } from "./request.ts";

/** Whether a variant runs brains of a kind that not every variant has. */
export function hasRuntime(variant: ReleasedVariant, kind: "js" | "rhai"): boolean {
  return contents.runtimes[variant].includes(kind);
}

/** What `omw self check --json` of a variant has to say of its kinds and permissions. */
export function expectedContents(variant: ReleasedVariant) {
  return { kinds: { ...contents.kinds, runtime: contents.runtimes[variant] }, permissions: contents.permissions };
}
