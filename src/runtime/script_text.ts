/**
 * What can be told of a JavaScript or TypeScript brain's text at a glance.
 * @module
 */

/** The longest script in JavaScript or TypeScript that is taken, in UTF-16 units: a brain that is written by people is far below, a bundled one as well. */
export const MAX_SCRIPT_LENGTH: number = 8 * 1024 * 1024;

/** @throws {SyntaxError} when a script is longer than `MAX_SCRIPT_LENGTH` */
export function checkLength(source: string, filename: string): void {
  if (source.length <= MAX_SCRIPT_LENGTH) return;
  throw new SyntaxError(`${filename} has ${source.length} characters: at most ${MAX_SCRIPT_LENGTH} are taken`);
}

/** Whether a script may import: one that holds the word nowhere cannot, because keywords have no escapes. */
export function mayImport(source: string): boolean {
  return source.includes("import");
}

/** Whether a script's name says that it is TypeScript. */
export function isTypeScript(path: string): boolean {
  return /\.[cm]?ts$/.test(path);
}
