/**
 * How long a run may take to end by itself.
 * @module
 */

import { MAX_TIMER_MS } from "../pure/max_timer.ts";

/** The tunables that say it. */
export interface Patience {
  /** How long a brain has to end by itself, in seconds. */
  reload_grace_secs: number;
  /** How long it may go on after that, in ms. */
  interrupt_budget_ms: number;
}

/** The grace and the budget after it, in ms; what is more than a timer can wait (24 days) is that. */
export function patience({ reload_grace_secs, interrupt_budget_ms }: Patience): number {
  return Math.min(reload_grace_secs * 1000 + interrupt_budget_ms, MAX_TIMER_MS);
}
