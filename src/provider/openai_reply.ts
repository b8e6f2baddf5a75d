/**
 * A streamed reply as it arrives.
 * @module
 */

import type { ChatDelta } from "../protocol/model.ts";
import { clip, describeTransport } from "./failure.ts";
import { IdleTimer } from "../pure/idle_timer.ts";
import { DeltaDecoder } from "./openai_deltas.ts";

/**
 * After the finish reason nothing but token counts and `[DONE]` can follow; a service that sends neither and keeps the connection
 * open holds a complete reply up for so long, in milliseconds.
 */
const TAIL_MS = 5000;

/** After `[DONE]` so long is waited for the body's own end, which lets the connection be used again, in milliseconds. */
const LINGER_MS = 50;

/** What a reply needs besides its body. */
export interface ReplyOptions {
  /** Ends the reply at once and closes its connection. */
  signal: AbortSignal;
  /** How long the service may be silent, in milliseconds; 0: for ever. */
  idleMs: number;
  /** Translates the name of a called tool back. */
  toolName(alias: string): string;
  /** What names the stream in errors, such as `chat stream of https://api.openai.com/v1`. */
  label: string;
  /** Takes secrets out of a text that the service wrote. */
  redact(text: string): string;
}

/**
 * The deltas of one reply, an array per network read. It can be iterated once. The connection is closed when the reply ends, when the
 * consumer stops, and when the signal fires, read or not.
 */
export class Reply implements AsyncIterableIterator<ChatDelta[], undefined> {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder: DeltaDecoder;
  readonly #options: ReplyOptions;
  readonly #idle: IdleTimer;
  #timedOut = false;
  #failure: Error | undefined;
  #isOver = false;

  /** Takes over `body`. */
  constructor(body: ReadableStream<Uint8Array>, options: ReplyOptions) {
    this.#reader = body.getReader();
    this.#decoder = new DeltaDecoder((alias) => options.toolName(alias));
    this.#options = options;
    this.#idle = new IdleTimer(options.idleMs, () => {
      this.#timedOut = true;
      this.#cancel();
    });
    options.signal.addEventListener("abort", this.#onAbort, { once: true });
    if (options.signal.aborted) this.#onAbort();
  }

  /** This reply. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  /**
   * The deltas of the next read that has any.
   * @throws {Error} when the reply broke off, was cut off, holds an error, or the service fell silent
   * @throws the signal's reason once it fired
   */
  async next(): Promise<IteratorResult<ChatDelta[], undefined>> {
    while (true) {
      this.#options.signal.throwIfAborted();
      if (this.#failure !== undefined) throw this.#fail();
      if (this.#isOver) return { done: true, value: undefined };
      if (this.#decoder.isDone) {
        await this.#linger();
        continue;
      }
      const deltas = await this.#read();
      if (this.#decoder.fault !== undefined) this.#failure = this.#named(this.#decoder.fault);
      if (this.#decoder.isComplete) this.#idle.shorten(TAIL_MS);
      this.#options.signal.throwIfAborted();
      if (deltas.length > 0) return { done: false, value: deltas };
    }
  }

  /** The consumer stops early. */
  return(): Promise<IteratorResult<ChatDelta[], undefined>> {
    this.#close();
    this.#cancel();
    return Promise.resolve({ done: true, value: undefined });
  }

  async #read(): Promise<ChatDelta[]> {
    this.#idle.begin();
    try {
      const { done, value } = await this.#reader.read();
      if (!done) return this.#decoder.push(value);
    } catch (error) {
      // Once the reply is whole it does not matter how the connection ended.
      if (!this.#decoder.isComplete && !this.#isOver) this.#failure = this.#brokenOff(describeTransport(error), error);
    } finally {
      this.#idle.end();
    }
    // Ended by the signal or the consumer: nothing of it matters any more.
    if (this.#isOver) return [];
    this.#close();
    if (this.#timedOut && !this.#decoder.isComplete) {
      this.#failure = this.#brokenOff(`nothing came for ${this.#options.idleMs / 1000} s (idle_timeout_secs)`);
    }
    // What is left in the decoder of a broken stream is half an event.
    return this.#failure === undefined ? this.#decoder.end() : [];
  }

  async #linger(): Promise<void> {
    const timer = setTimeout(() => this.#cancel(), LINGER_MS);
    try {
      while (!(await this.#reader.read()).done);
    } catch {
      // The reply is whole.
    } finally {
      clearTimeout(timer);
      this.#close();
    }
  }

  #brokenOff(reason: string, cause?: unknown): Error {
    return new Error(`${this.#options.label} broke off: ${this.#options.redact(reason)}`, { cause });
  }

  #named(fault: Error): Error {
    return new Error(`${this.#options.label}: ${clip(this.#options.redact(fault.message))}`, { cause: fault.cause });
  }

  #fail(): Error {
    const failure = this.#failure ?? new Error(`${this.#options.label} failed`);
    this.#failure = undefined;
    this.#close();
    this.#cancel();
    return failure;
  }

  readonly #onAbort = (): void => {
    this.#close();
    this.#cancel();
  };

  #cancel(): void {
    // Cancelling a body that already failed rejects; there is nothing left to close then.
    this.#reader.cancel().catch(() => {});
  }

  #close(): void {
    this.#isOver = true;
    this.#idle.stop();
    this.#options.signal.removeEventListener("abort", this.#onAbort);
  }
}
