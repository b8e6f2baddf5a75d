/**
 * The latch that ends a process.
 * @module
 */

/** Set once and for all; who looks late sees it too (facts §2.4). */
export class Shutdown {
  readonly #controller = new AbortController();

  /** Whether it was requested. */
  get requested(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Fires when it is requested. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Requests it; a second request changes nothing. */
  request(): void {
    this.#controller.abort(new Error("shutdown requested"));
  }
}
