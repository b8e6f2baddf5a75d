/**
 * The endpoint sessions that are known to be open, so that deltas for them need no answer (design §3).
 * @module
 */

import { STREAM_SYNC_EVERY } from "../protocol/frames.ts";

/** The open sessions of one run; as many as the host keeps open. */
export class Sessions {
  readonly #open: Set<string>;
  #deltas = 0;

  /** Begins with the sessions that an earlier run left open. */
  constructor(open: readonly string[]) {
    this.#open = new Set(open);
  }

  /** Notes a session that began. */
  begin(session: string): void {
    this.#open.add(session);
  }

  /** Notes a session's end. */
  end(session: string): void {
    this.#open.delete(session);
  }

  /** Forgets every session: which of them belonged to a model that was given back is the host's knowledge. */
  clear(): void {
    this.#open.clear();
  }

  /** Counts a delta; tells whether the host has to be asked: the session is not known, or it is time to hear what ended. */
  mustAsk(session: string): boolean {
    this.#deltas++;
    return !this.#open.has(session) || this.#deltas % STREAM_SYNC_EVERY === 0;
  }
}
