/**
 * Choosing tests by their labels.
 * @module
 */

import picomatch from "picomatch";

/** Which tests are wanted: each list is empty or names what it takes; one match in it is enough. */
export interface LabelGlobs {
  /** Only tests that match; empty: all. */
  include: readonly string[];
  /** Of those, not the ones that match. */
  exclude: readonly string[];
}

const compile: (glob: string, options: { dot: boolean; strictBrackets: boolean }) => (text: string) => boolean = picomatch;

/**
 * Whether a label is wanted, as a function. `*` and `?` stay within a folder, `**` crosses folders; names with a leading dot are
 * names like any other.
 * @throws {Error} when a glob is wrong, which the message quotes
 */
export function labelFilter({ include, exclude }: LabelGlobs): (label: string) => boolean {
  const [included, excluded] = [include.map(matcher), exclude.map(matcher)];
  return (label) => {
    return (included.length === 0 || included.some((test) => test(label))) && !excluded.some((test) => test(label));
  };
}

function matcher(glob: string): (label: string) => boolean {
  try {
    return compile(glob, { dot: true, strictBrackets: true });
  } catch (cause) {
    throw new Error(`invalid glob ${JSON.stringify(glob)}`, { cause });
  }
}
