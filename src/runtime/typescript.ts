/**
 * TypeScript brains: their types become blanks, so that every line and column of what runs is that of the file.
 *
 * To be imported late: the parser is 3.7 MB, 80 ms to load, and js brains have no use for it.
 * @module
 */

import { transformSync } from "amaro";

/** What amaro throws; it is no `Error`. */
interface StripFault {
  /** `UnsupportedSyntax` or `InvalidSyntax`. */
  code: string;
  message: string;
  /** From 1. */
  startLine: number;
  /** From 0. */
  startColumn: number;
}

/**
 * A script without its types.
 * @throws {SyntaxError} that names the file, the line and the column: it does not parse, or holds what is more than types and so can't
 * be left out (an enum, a namespace with values, a parameter property, `import x = …`)
 */
export function stripTypes(source: string, filename: string): string {
  try {
    return transformSync(source, { mode: "strip-only" }).code;
  } catch (cause) {
    if (!isFault(cause)) throw new SyntaxError(`${filename}: its types cannot be left out: ${cause}`, { cause });
    const place = `${filename}:${cause.startLine}:${cause.startColumn + 1}`;
    const text = cause.message.replaceAll(/\s+/g, " ").trim();
    if (cause.code !== "UnsupportedSyntax") throw new SyntaxError(`${place}: ${text}`, { cause });
    const wayOut = "omw only leaves types out, so write it in plain JavaScript";
    throw new SyntaxError(`${place}: ${text.replace(/ in strip(?:-only| type)? mode\.?/, "")}: ${wayOut}`, { cause });
  }
}

function isFault(value: unknown): value is StripFault {
  return typeof value === "object" && value !== null && "startLine" in value && "message" in value;
}
