/**
 * A deadline that a start can afford.
 * @module
 */

/**
 * Calls `late` after `ms` milliseconds, unless the function that is given back is called before; calling that again does nothing.
 *
 * Not by `setTimeout`: the first look at it, or at `clearTimeout`, loads Node's timers, 6 to 12 ms of a short `omw run` (measured on
 * Deno 2.9.6), which needs no other timer.
 */
export function deadline(ms: number, late: () => void): () => void {
  const signal = AbortSignal.timeout(ms);
  signal.addEventListener("abort", late, { once: true });
  // Without a listener the signal's timer holds nothing up, neither the process nor its end.
  return () => signal.removeEventListener("abort", late);
}
