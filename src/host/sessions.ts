/**
 * One endpoint session: the reply of a brain on its way to one client. The brain's side pushes and never waits; the client's side
 * takes whatever is there whenever it can write (design §3).
 * @module
 */

import type { ChatDelta } from "../protocol/mod.ts";

/**
 * How much text may wait for one client, in UTF-16 units: what 8,192 deltas of a model (the default bound of their number) hold at
 * four to five times their usual size. A delta that is larger travels alone.
 */
export const SESSION_UNITS: number = 4 * 1024 * 1024;

/** How much text may wait in all sessions together, in UTF-16 units; so a thousand clients that never read don't fill the memory. */
export const ALL_SESSIONS_UNITS: number = 128 * 1024 * 1024;

/** What a queued delta costs beside its text: the object, its list of fragments, its place in the queue. */
const DELTA_UNITS = 64;

/** What all sessions of a desk hold together. */
export interface SharedUnits {
  /** Text that waits in all sessions, in UTF-16 units. */
  used: number;
}

/** Why a session ended before its reply was complete. */
export interface SessionFault {
  /** A word for programs: `client_gone`, `unsubscribed`, `agent_failed`, `agent_silent`, `shutdown`. */
  code: "client_gone" | "unsubscribed" | "agent_failed" | "agent_silent" | "shutdown";
  /** A line for the client; nothing of the brain's own error is in it. */
  message: string;
}

/** What a session is made of. */
export interface SessionOptions {
  /** A v4 UUID. */
  id: string;
  /** The model that was asked. */
  model: string;
  /** How many deltas may wait; 1 or more. */
  bound: number;
  /** The text that all sessions hold together. */
  shared: SharedUnits;
  /** Hears once that a delta was dropped. */
  overflow(): void;
  /** Hears once that the client left before the reply was complete. */
  abandoned(): void;
}

/** The reply of a brain on its way to one client. */
export class Session {
  /** A v4 UUID. */
  readonly id: string;
  /** The model that was asked. */
  readonly model: string;
  /** When the request came, in ms since the Unix epoch. */
  readonly opened: number = Date.now();
  readonly #options: SessionOptions;
  #queue: ChatDelta[] = [];
  #units = 0;
  #over = false;
  #fault: SessionFault | undefined;
  #lossy = false;
  #listener: (() => void) | undefined;
  #woken = false;

  /** Opens a session. */
  constructor(options: SessionOptions) {
    this.id = options.id;
    this.model = options.model;
    this.#options = options;
  }

  /** Whether nothing more will come: the finish was pushed, or the session broke off. What waits can still be taken. */
  get over(): boolean {
    return this.#over;
  }

  /** Why it broke off; absent while it is open and after a finish. */
  get fault(): SessionFault | undefined {
    return this.#fault;
  }

  /** Whether deltas were dropped, so that the reply is not whole. */
  get lossy(): boolean {
    return this.#lossy;
  }

  /**
   * Puts a delta in; answers whether it was the last one. Beyond the bounds deltas are dropped, and so is all that follows up to
   * the finish: the client is left with a whole beginning, not with text that has holes.
   */
  push(delta: ChatDelta): boolean {
    const finish = typeof delta.finish_reason === "string";
    const units = unitsOf(delta);
    if (!this.#lossy && this.#fits(units)) {
      this.#hold(delta, units);
    } else {
      if (!this.#lossy) this.#options.overflow();
      this.#lossy = true;
      if (finish) this.#hold({ tool_calls: [], finish_reason: delta.finish_reason }, DELTA_UNITS);
    }
    this.#over = finish;
    this.#wake();
    return finish;
  }

  /** Breaks the session off. After a finish or an earlier fault nothing happens. */
  fail(fault: SessionFault): void {
    if (this.#over) return;
    this.#over = true;
    this.#fault = fault;
    this.#wake();
  }

  /** Everything that waits, in order. */
  take(): ChatDelta[] {
    const taken = this.#queue;
    this.#queue = [];
    this.#options.shared.used -= this.#units;
    this.#units = 0;
    this.#woken = false;
    return taken;
  }

  /**
   * Sets who hears that there is something to take or that the session is over. It is called after the pushes of one turn of the
   * event loop, and not again before `take`, so that they leave as one write.
   */
  listen(listener: () => void): void {
    this.#listener = listener;
    if (this.#queue.length > 0 || this.#over) this.#wake();
  }

  /** The client left: nobody takes any more. A session that is over was not abandoned. */
  abandon(): void {
    this.#listener = undefined;
    const open = !this.#over;
    this.fail({ code: "client_gone", message: "the client left" });
    this.take();
    if (open) this.#options.abandoned();
  }

  #fits(units: number): boolean {
    if (this.#options.shared.used + units > ALL_SESSIONS_UNITS) return false;
    if (this.#queue.length === 0) return true;
    return this.#queue.length < this.#options.bound && this.#units + units <= SESSION_UNITS;
  }

  #hold(delta: ChatDelta, units: number): void {
    this.#queue.push(delta);
    this.#units += units;
    this.#options.shared.used += units;
  }

  #wake(): void {
    if (this.#woken || this.#listener === undefined) return;
    this.#woken = true;
    queueMicrotask(() => this.#listener?.());
  }
}

function unitsOf(delta: ChatDelta): number {
  let units = DELTA_UNITS + (delta.content?.length ?? 0) + (delta.reasoning?.length ?? 0);
  for (const call of delta.tool_calls) units += DELTA_UNITS + (call.arguments?.length ?? 0) + (call.name?.length ?? 0);
  if (delta.tool_call) units += DELTA_UNITS + delta.tool_call.arguments.length + delta.tool_call.name.length;
  if (delta.usage) units += JSON.stringify(delta.usage).length;
  return units;
}
