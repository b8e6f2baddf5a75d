/**
 * Notices a peer that has gone silent.
 * @module
 */

/**
 * Calls back when one wait lasts too long. A reply is thousands of short waits, too many to make and clear a timer for each: one timer
 * runs on, looks at the clock when it fires, and is set again for what is left of the wait.
 */
export class IdleTimer {
  readonly #onIdle: () => void;
  #limitMs: number;
  #waitingSince: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `limitMs` is the longest wait in milliseconds; 0: any. `onIdle` is called once for each wait that is. */
  constructor(limitMs: number, onIdle: () => void) {
    this.#limitMs = limitMs;
    this.#onIdle = onIdle;
  }

  /** A wait begins. */
  begin(): void {
    if (this.#limitMs <= 0) return;
    this.#waitingSince = performance.now();
    this.#timer ??= setTimeout(() => this.#check(), this.#limitMs);
  }

  /** The wait is over. */
  end(): void {
    this.#waitingSince = undefined;
  }

  /** From now on no wait may be longer than `limitMs`. */
  shorten(limitMs: number): void {
    if (this.#limitMs <= 0 || this.#limitMs > limitMs) this.limit(limitMs);
  }

  /** From the next wait on the longest one is of `limitMs`. */
  limit(limitMs: number): void {
    if (limitMs === this.#limitMs) return;
    this.#limitMs = limitMs;
    this.stop();
  }

  /** Stops the timer; `begin` starts it again. */
  stop(): void {
    this.#waitingSince = undefined;
    // The first look at `clearTimeout` loads Node's timers, 6 to 12 ms (see `src/host/deadline.ts`).
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    this.#timer = undefined;
    const waited = this.#waitingSince === undefined ? 0 : performance.now() - this.#waitingSince;
    if (waited >= this.#limitMs) {
      this.#onIdle();
      return;
    }
    this.#timer = setTimeout(() => this.#check(), Math.max(1, this.#limitMs - waited));
  }
}
