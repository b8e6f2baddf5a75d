/**
 * The connection to one MCP server: dialed at the first use, shared by everyone in the process, dialed again after it broke.
 * @module
 */

import { abortable, pause } from "./abortable.ts";
import { dial, type DialTarget, HandshakeTimeout } from "./mcp_dial.ts";
import { PermanentDialError } from "./mcp_errors.ts";
import type { McpSession } from "./mcp_session.ts";
import type { Logger } from "../protocol/log.ts";

/** The shortest pause between attempts, in ms: a configured 0 would dial in a hot loop. */
const MIN_BACKOFF_MS = 10;
/** How often a server may let the whole handshake deadline pass before the dial gives up; ten deadlines would be ten minutes. */
const MAX_HANDSHAKE_TIMEOUTS = 2;

/** How long to wait between attempts. */
export interface Backoff {
  /** The first pause, in ms; each further one is twice as long. */
  tooling_connect_backoff_start_ms: number;
  /** The dial gives up when the next pause would be this long, in seconds. */
  tooling_connect_backoff_cap_secs: number;
}

/** A dial under way and how many callers wait for it. */
interface Dialing {
  session: Promise<McpSession>;
  controller: AbortController;
  waiters: number;
}

/** Owns the one session of a tooling. */
export class McpConnection {
  readonly #target: DialTarget;
  readonly #backoff: Backoff;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  #session: McpSession | undefined;
  #dialing: Dialing | undefined;
  /** Sessions and dials that are being ended; `close` waits for them. Bounded by the dials, of which one runs at a time. */
  readonly #leaving = new Set<Promise<unknown>>();
  #onLost: (() => void) | undefined;

  /** @param backoff read at each dial, so that a changed config applies to the next one */
  constructor(target: DialTarget, backoff: Backoff, log: Logger) {
    this.#target = target;
    this.#backoff = backoff;
    this.#log = log;
  }

  /** Fires when the connection is closed for good. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Sets who is told, at once, that a session broke. */
  set onLost(listener: () => void) {
    this.#onLost = listener;
  }

  /** The session, if one is up. */
  get current(): McpSession | undefined {
    return this.#session;
  }

  /**
   * The session; dials when there is none. Callers at the same time share a dial; it goes on until the last of them gave up. A
   * failure is not kept: the next caller dials again.
   * @throws the last attempt's error, or the signal's reason
   */
  async acquire(signal: AbortSignal): Promise<McpSession> {
    signal.throwIfAborted();
    this.#closing.signal.throwIfAborted();
    if (this.#session !== undefined) return this.#session;
    const dialing = this.#dialing ??= this.#startDial();
    dialing.waiters++;
    try {
      return await abortable(dialing.session, signal);
    } finally {
      dialing.waiters--;
      if (dialing.waiters === 0 && this.#dialing === dialing) {
        this.#dialing = undefined;
        dialing.controller.abort(new Error("nobody waits for the connection any more"));
      }
    }
  }

  /** Gives up `session`, which turned out to be useless, so that the next use dials. */
  drop(session: McpSession): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#track(session.close());
    this.#onLost?.();
  }

  /** Ends everything; resolves when every process is gone. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("the tooling is closed"));
    if (this.#session !== undefined) this.drop(this.#session);
    while (this.#leaving.size > 0) await Promise.allSettled(this.#leaving);
  }

  #startDial(): Dialing {
    const controller = new AbortController();
    const session = this.#dialWithBackoff(AbortSignal.any([controller.signal, this.#closing.signal]));
    const dialing: Dialing = { session, controller, waiters: 0 };
    const done = session.then((fresh) => this.#adopt(fresh, dialing), () => {
      if (this.#dialing === dialing) this.#dialing = undefined;
    });
    this.#track(done);
    return dialing;
  }

  /** Takes a fresh session into use; the dial's callers were resumed by the same promise, and find it whole. */
  async #adopt(session: McpSession, dialing: Dialing): Promise<void> {
    if (this.#dialing !== dialing || this.#closing.signal.aborted) return await session.close();
    this.#dialing = undefined;
    this.#session = session;
    session.ended.then((reason) => {
      if (this.#session !== session) return;
      this.#session = undefined;
      // The process's remains are ended by the transport; close() waits for that.
      this.#track(session.close());
      this.#log.warn(`MCP connection lost: ${reason}`, { reason });
      this.#onLost?.();
    });
  }

  async #dialWithBackoff(signal: AbortSignal): Promise<McpSession> {
    let delay = Math.max(MIN_BACKOFF_MS, this.#backoff.tooling_connect_backoff_start_ms);
    for (let timeouts = 0;; delay *= 2) {
      try {
        return await dial(this.#target, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof HandshakeTimeout) timeouts++;
        const isLast = delay >= this.#backoff.tooling_connect_backoff_cap_secs * 1_000;
        if (isLast || error instanceof PermanentDialError || timeouts >= MAX_HANDSHAKE_TIMEOUTS) throw error;
        const reason = this.#target.redact(error instanceof Error ? error.message : String(error));
        this.#log.warn(`cannot connect to the MCP server, next attempt in ${delay} ms: ${reason}`, { delay, reason });
        await pause(delay, signal);
      }
    }
  }

  #track(work: Promise<unknown>): void {
    const settled = work.catch((error) =>
      this.#log.debug(`cannot end an MCP connection cleanly: ${error}`, { error: String(error) })
    )
      .finally(() => this.#leaving.delete(settled));
    this.#leaving.add(settled);
  }
}
