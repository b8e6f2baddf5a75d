/**
 * The events that the host pushed and the brain did not take yet.
 * @module
 */

import type { PushedEvent } from "./event_frame.ts";

/** Taken places at the front are given back once there are so many. */
const COMPACT_AT = 1024;

/**
 * A first-in-first-out queue, bounded by the window that the host pushes in (`WINDOW_EVENTS`, `WINDOW_BYTES`). Taking is a step of
 * an index; the array is cut now and then, so each event is moved at most once.
 */
export class EventQueue {
  #events: PushedEvent[] = [];
  #head = 0;
  /** Numbers of queued events whose handle was cancelled long ago; at most as many as there are queued events. */
  readonly #dropped = new Set<number>();

  /** How many events wait. */
  get size(): number {
    return this.#events.length - this.#head;
  }

  /** Appends an event. */
  push(event: PushedEvent): void {
    this.#events.push(event);
  }

  /** The oldest event, left in its place. */
  peek(): PushedEvent | undefined {
    return this.#events[this.#head];
  }

  /** Removes the oldest event. */
  shift(): void {
    const event = this.#events[this.#head++];
    if (event !== undefined && this.#dropped.size > 0) this.#dropped.delete(event.n);
    if (this.#head >= COMPACT_AT || this.#head === this.#events.length) {
      this.#events = this.#events.slice(this.#head);
      this.#head = 0;
    }
  }

  /** Marks every queued event of these handles, so that the handles themselves need not be remembered. */
  drop(ids: ReadonlySet<string>): void {
    for (let i = this.#head; i < this.#events.length; i++) {
      if (ids.has(this.#events[i]!.id)) this.#dropped.add(this.#events[i]!.n);
    }
  }

  /** Every queued event of the handle `from` belongs to `to` from now on. */
  retag(from: string, to: string): void {
    for (let i = this.#head; i < this.#events.length; i++) if (this.#events[i]!.id === from) this.#events[i]!.id = to;
  }

  /** Whether an event was marked by {@link drop}. */
  isDropped(event: PushedEvent): boolean {
    return this.#dropped.size > 0 && this.#dropped.has(event.n);
  }
}
