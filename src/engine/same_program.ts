/**
 * Telling whether a loaded brain is the one that runs already.
 * @module
 */

import type { Program } from "../runtime/mod.ts";

/**
 * Whether two programs would run alike. What a component consists of is told by its content's id, so that megabytes are not put
 * together only to be compared.
 */
export function sameProgram(a: Program, b: Program): boolean {
  if (a.cachedParts !== b.cachedParts || JSON.stringify(a.ref) !== JSON.stringify(b.ref)) return false;
  return ownText(a) === ownText(b);
}

/** The parts that no content's id stands for, as one text. */
function ownText(program: Program): string {
  const own: [string, string][] = [];
  for (const part of program.parts()) {
    if (program.cachedParts === undefined) own.push(part);
    else if (part[0] === "script") return part[1];
    else break; // The script comes first; what follows is the component.
  }
  return JSON.stringify(own);
}
