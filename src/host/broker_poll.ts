/**
 * Waiting for what a component has open.
 * @module
 */

import type { WasiInterest } from "../protocol/mod.ts";
import { MAX_TIMER_MS } from "../pure/max_timer.ts";

/** Something that a guest can wait for. */
export interface Waitable {
  /** Called whenever its state has changed. */
  readonly wakers: Set<() => void>;
  /** Whether it is ready, a failure and an end included: then a call on it does not wait. */
  isReady(interest: WasiInterest): boolean;
  /** Begins what makes it ready, if that is not under way. */
  begin(interest: WasiInterest): void;
}

/** Tells all who wait. */
export function wake({ wakers }: Pick<Waitable, "wakers">): void {
  for (const each of [...wakers]) each();
}

/**
 * Waits until one is ready, the time is over or `signal` fires: the indexes of those that are ready.
 * @param ms how long at most, in ms; null: for ever
 */
export async function waitForAny(
  all: readonly (readonly [Waitable, WasiInterest])[],
  ms: number | null,
  signal: AbortSignal,
): Promise<number[]> {
  const deadline = ms === null ? Infinity : performance.now() + ms;
  for (;;) {
    const ready = all.flatMap(([each, interest], i) => each.isReady(interest) ? [i] : []);
    const left = deadline - performance.now();
    if (ready.length > 0 || left <= 0 || signal.aborted) return ready;
    for (const [each, interest] of all) each.begin(interest);
    await change(all, left, signal);
  }
}

/** Resolves at the first change, when the time is over, or when `signal` fires; leaves nothing behind. */
async function change(all: readonly (readonly [Waitable, WasiInterest])[], ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = ms === Infinity ? undefined : setTimeout(resolve, Math.min(Math.ceil(ms), MAX_TIMER_MS));
  const waker = () => resolve();
  signal.addEventListener("abort", waker, { once: true });
  for (const [each] of all) each.wakers.add(waker);
  // What began may have become ready before anybody listened.
  if (all.some(([each, interest]) => each.isReady(interest))) resolve();
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", waker);
    for (const [each] of all) each.wakers.delete(waker);
  }
}
