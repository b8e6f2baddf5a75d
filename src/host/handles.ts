/**
 * The open handles of an agent: chat streams, queued tool calls, timers, subscriptions (design §3). Ownership is by agent, so a
 * handle of an earlier run counts; a handle of another agent is simply unknown here.
 * @module
 */

import { type HandleKind, type LiveHandle, MAX_HANDLES } from "../protocol/mod.ts";

/** How many closed handles are remembered, so that a brain process cannot use one twice: more than can be open at once. */
const REMEMBERED = 2 * MAX_HANDLES;

/** An open handle. */
export interface Handle {
  /** What it names. */
  readonly kind: HandleKind;
  /** Lets go of the source; called at most once, and never for a handle that ended by itself. */
  close(): void;
}

/** See the module. */
export class Handles {
  readonly #open = new Map<string, Handle>();
  /** The last closed handles: a set in insertion order, its oldest dropped. */
  readonly #closed = new Set<string>();

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Opens a handle.
   * @throws {RangeError} when the handle was used before or too many are open: the brain process broke the protocol
   */
  open(u: string, handle: Handle): void {
    if (this.#open.has(u) || this.#closed.has(u)) throw new RangeError(`the handle ${u} was used before`);
    if (this.#open.size >= MAX_HANDLES) throw new RangeError(`more than ${MAX_HANDLES} handles are open`);
    this.#open.set(u, handle);
  }

  /** Whether it is open, and of this kind if one is given. */
  has(u: string, kind?: HandleKind): boolean {
    const handle = this.#open.get(u);
    return handle !== undefined && (kind === undefined || handle.kind === kind);
  }

  /** The source ended by itself. */
  ended(u: string): void {
    if (this.#open.delete(u)) this.#remember(u);
  }

  /** Closes a handle of one of these kinds; a no-op for any other. Answers whether it was open. */
  close(u: string, ...kinds: HandleKind[]): boolean {
    const handle = this.#open.get(u);
    if (handle === undefined || !kinds.includes(handle.kind)) return false;
    this.ended(u);
    handle.close();
    return true;
  }

  /** Closes everything of these kinds; answers the handles. */
  closeAll(...kinds: HandleKind[]): string[] {
    const closed: string[] = [];
    for (const [u, handle] of [...this.#open]) {
      if (!kinds.includes(handle.kind)) continue;
      closed.push(u);
      this.ended(u);
      handle.close();
    }
    return closed;
  }

  /** What is open, for a start frame. */
  live(): LiveHandle[] {
    return [...this.#open].map(([u, { kind }]) => ({ u, kind }));
  }

  #remember(u: string): void {
    this.#closed.add(u);
    if (this.#closed.size > REMEMBERED) this.#closed.delete(this.#closed.values().next().value!);
  }
}
