/**
 * "Did you mean": the known name closest to a mistyped one.
 * @module
 */

/** Longer names are not compared: the cost of one comparison is the product of the lengths. */
const MAX_LENGTH = 64;

/** At most so many candidates are looked at, which bounds the cost of one message; more names than that help nobody. */
const MAX_CANDIDATES = 1000;

/**
 * The number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string alignment),
 * or `limit + 1` as soon as it is certain to be above `limit`. Counts UTF-16 code units.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}

/**
 * The candidate that is closest to `word` without regard to case, `-` and `_`; `undefined` when none is close: a third of the word's
 * length may differ, one character at least. The first of equals wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const wanted = foldKey(word);
  let limit = Math.max(1, Math.floor(wanted.length / 3));
  let best: string | undefined;
  let looked = 0;
  for (const candidate of candidates) {
    if (++looked > MAX_CANDIDATES) break;
    if (candidate.length > MAX_LENGTH) continue;
    const distance = editDistance(wanted, foldKey(candidate), limit);
    if (distance > limit) continue;
    best = candidate;
    if (distance === 0) break;
    limit = distance - 1;
  }
  return best;
}

/** `; did you mean "x"?` for the end of a message, or nothing when no candidate is close. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const found = nearest(word, candidates);
  return found === undefined ? "" : `; did you mean ${JSON.stringify(found)}?`;
}

/** A key without regard to case and to `-` against `_`: what the environment overlay compares (design §8). */
export function foldKey(key: string): string {
  return key.toLowerCase().replaceAll("-", "_");
}
