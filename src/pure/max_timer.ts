/**
 * A bound of the engine's timers.
 * @module
 */

/** The longest wait of a timer, 2³¹−1 ms (24 days): a longer one fires at once. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;
