/**
 * Things that end unless something happens to them in time.
 * @module
 */

import { MAX_TIMER_MS } from "../pure/max_timer.ts";

/**
 * A set whose members expire after one common time. It has one timer, for the member that expires first; the timer does not keep the
 * program alive.
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
    if (this.#deadlines.size === 1) this.#arm(this.#afterMs);
  }

  /** Takes a member out; it does not expire. */
  delete(member: T): void {
    this.#deadlines.delete(member);
  }

  /** Takes every member out. */
  clear(): void {
    this.#deadlines.clear();
    clearTimeout(this.#timer);
  }

  #arm(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sweep(), Math.max(1, Math.min(ms, MAX_TIMER_MS)));
    Deno.unrefTimer(this.#timer);
  }

  #sweep(): void {
    const now = performance.now();
    for (const [member, deadline] of [...this.#deadlines]) {
      if (deadline > now) return this.#arm(deadline - now);
      if (this.#deadlines.delete(member)) this.#expire(member);
    }
  }
}
