/**
 * Telling whether a loaded brain is the one that runs already.
 * @module
 */

import type { Program } from "../runtime/mod.ts";

/** Whether two programs would run alike. What a component consists of is told by its content's id. */
export function sameProgram(a: Program, b: Program): boolean {
  return a.script === b.script && a.component?.id === b.component?.id && JSON.stringify(a.ref) === JSON.stringify(b.ref);
}
