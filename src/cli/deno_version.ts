/**
 * Which Deno omw runs on.
 * @module
 */

/** The oldest Deno on which omw is tested. */
const OLDEST = { major: 2, minor: 6 };

/** Says why this version of Deno (such as `2.9.6`) will not do and what to do about it, or nothing. */
export function versionFault(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return undefined;
  const wanted = `${OLDEST.major}.${OLDEST.minor}`;
  return `this is Deno ${version}, omw needs ${wanted} or later; run "deno upgrade", or take the old one off the PATH and omw uses npx`;
}
