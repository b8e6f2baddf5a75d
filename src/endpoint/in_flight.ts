/**
 * Requests that are being worked on.
 * @module
 */

/** Counts requests from their head to the end of their answer, and tells when there are none. */
export class InFlight {
  #count = 0;
  #idle: (() => void) | undefined;

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  /** Counts a request until `completed` settles, either way. */
  add(completed: Promise<void>): void {
    this.#count++;
    const leave = () => {
      if (--this.#count === 0) this.#idle?.();
    };
    completed.then(leave, leave);
  }

  /** Resolves when there are none, or after `ms` milliseconds. */
  async idle(ms: number): Promise<void> {
    if (this.#count === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    this.#idle = undefined;
  }
}
