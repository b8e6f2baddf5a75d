/**
 * Things that end unless something happens to them in time.
 * @module
 */

import { MAX_TIMER_MS } from "../pure/max_timer.ts";

/**
 * A set whose members expire after one common time. It has one timer, for the member that expires first; the timer does not keep the
 * program alive. It runs on when the set becomes empty: making one and clearing it costs more than all else that is done for a member
 * that stays for a millisecond.
 * @typeParam T What the members are.
 */
export class DeadlineSet<T> {
  readonly #afterMs: number;
  readonly #expire: (member: T) => void;
  // In the order of the deadlines: all get the same time, and a map keeps the order of insertion.
  readonly #deadlines = new Map<T, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A set whose members are handed to `expire` after `afterMs` milliseconds, each once and no longer a member. */
  constructor(afterMs: number, expire: (member: T) => void) {
    this.#afterMs = afterMs;
    this.#expire = expire;
  }

  /** Adds a member. One that is in the set already keeps its deadline. */
  add(member: T): void {
    if (this.#deadlines.has(member)) return;
    this.#deadlines.set(member, performance.now() + this.#afterMs);
    // A timer that runs fires before this deadline, and looks at what is left then.
    if (this.#timer === undefined) this.#arm(this.#afterMs);
  }

  /** Takes a member out; it does not expire. */
  delete(member: T): void {
    this.#deadlines.delete(member);
  }

  /** Takes every member out. */
  clear(): void {
    this.#deadlines.clear();
    this.#disarm();
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm(ms: number): void {
    // A member's end may have added another one, whose deadline is a later one.
    this.#disarm();
    this.#timer = setTimeout(() => this.#sweep(), Math.max(1, Math.min(ms, MAX_TIMER_MS)));
    Deno.unrefTimer(this.#timer);
  }

  #sweep(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const [member, deadline] of [...this.#deadlines]) {
      if (deadline > now) return this.#arm(deadline - now);
      if (this.#deadlines.delete(member)) this.#expire(member);
    }
  }
}
