/**
 * The timers of an agent, and sleeping: `wait-*` and `sleep-*` (facts §4.9).
 *
 * Both wait for an instant of the wall clock, whichever way that clock moves. When it is set back, they wait until it gets there
 * again. When it is set forward, or the machine was suspended, they notice within {@linkcode CLOCK_CHECK_MS}. Nothing is ever early.
 * @module
 */

import { MAX_HANDLES } from "../protocol/mod.ts";

/**
 * The longest single wait in ms. It bounds how late a clock that was set forward is noticed, costs an agent one wake-up a minute,
 * and is far below 2³¹−1 ms, beyond which a timeout fires at once.
 */
export const CLOCK_CHECK_MS = 60_000;

interface Timer {
  uuid: string;
  at: number;
  fire: () => void;
}

/**
 * The open timers of one agent.
 *
 * They share one timeout of the runtime, for the earliest of them, and fire in the order of their instants; those of one instant in
 * the order of their start. The timeout does not keep the process alive: the agent's brain does, and without one nobody reads the
 * inbox. At most {@linkcode MAX_HANDLES} are open, so the sorted array needs no cleverer structure.
 */
export class Timers {
  /** By instant, the latest first, so that the next one is taken off the end. */
  readonly #queue: Timer[] = [];
  readonly #byUuid = new Map<string, Timer>();
  #timeout: ReturnType<typeof setTimeout> | undefined;

  /** How many are open. */
  get size(): number {
    return this.#byUuid.size;
  }

  /**
   * Starts a timer that calls `fire` once the wall clock is at `atMs` (ms since the Unix epoch) or past it, never before this call
   * returned. The timer is no longer open when `fire` runs, which must not throw.
   * @throws {RangeError} when `atMs` is no number, the handle is open already, or too many are
   */
  start(uuid: string, atMs: number, fire: () => void): void {
    if (Number.isNaN(atMs)) throw new RangeError(`Cannot start the timer ${uuid}: its time is not a number`);
    if (this.#byUuid.has(uuid)) throw new RangeError(`Cannot start the timer ${uuid}: it is open already`);
    if (this.#byUuid.size >= MAX_HANDLES) {
      throw new RangeError(`Cannot start the timer ${uuid}: ${MAX_HANDLES} timers are open; cancel some first`);
    }
    const timer = { uuid, at: atMs, fire };
    this.#byUuid.set(uuid, timer);
    this.#queue.splice(this.#firstNotAfter(atMs), 0, timer);
    if (this.#queue.at(-1) === timer) this.#arm();
  }

  /** Cancels a timer: it will not fire. Answers whether it was open; one that is not is left alone. */
  cancel(uuid: string): boolean {
    const timer = this.#byUuid.get(uuid);
    if (timer === undefined) return false;
    const wasNext = this.#queue.at(-1) === timer;
    this.#byUuid.delete(uuid);
    this.#queue.splice(this.#queue.indexOf(timer, this.#firstNotAfter(timer.at)), 1);
    if (wasNext) this.#arm();
    return true;
  }

  /** Whether a timer waits still. */
  isOpen(uuid: string): boolean {
    return this.#byUuid.has(uuid);
  }

  /** Cancels every timer. */
  cancelAll(): void {
    this.#byUuid.clear();
    this.#queue.length = 0;
    this.#arm();
  }

  /** The index of the first timer that is not after `at`: where a new one of this instant has its place, behind its elders' turn. */
  #firstNotAfter(at: number): number {
    let low = 0;
    let high = this.#queue.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#queue[middle]?.at ?? at) > at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #arm(): void {
    clearTimeout(this.#timeout);
    this.#timeout = undefined;
    const next = this.#queue.at(-1);
    if (next === undefined) return;
    const timeout = setTimeout(() => this.#fireDue(), waitFor(next.at));
    Deno.unrefTimer(timeout);
    this.#timeout = timeout;
  }

  #fireDue(): void {
    // One reading of the clock, so that a timer which starts another of this instant does not hold up everything else.
    const now = Date.now();
    try {
      for (let next = this.#queue.at(-1); next !== undefined && next.at <= now; next = this.#queue.at(-1)) {
        this.#queue.pop();
        this.#byUuid.delete(next.uuid);
        next.fire();
      }
    } finally {
      this.#arm();
    }
  }
}

/**
 * Resolves once the wall clock is at `atMs` (ms since the Unix epoch) or past it.
 * @throws the signal's reason when it is aborted first
 */
export function sleepUntil(atMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timeout: ReturnType<typeof setTimeout> | undefined;
    const wake = () => {
      if (Date.now() < atMs) {
        timeout = setTimeout(wake, waitFor(atMs));
        return;
      }
      signal.removeEventListener("abort", abort);
      resolve();
    };
    const abort = () => {
      clearTimeout(timeout);
      reject(signal.reason);
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    wake();
  });
}

/** How long to wait now for an instant, in ms. */
function waitFor(at: number): number {
  return Math.min(Math.max(at - Date.now(), 0), CLOCK_CHECK_MS);
}
