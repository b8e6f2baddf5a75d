/**
 * Waiting that can be given up.
 * @module
 */

import { MAX_TIMER_MS } from "../pure/max_timer.ts";

/** Resolves after `ms` milliseconds (24 days at most), or as soon as `signal` fires. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(ms, MAX_TIMER_MS));
    signal.addEventListener("abort", done, { once: true });
  });
}

/** Resolves as soon as `signal` fires. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
