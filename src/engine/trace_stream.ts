/**
 * The trace as something to iterate over.
 * @module
 */

import type { TraceEvent } from "../protocol/mod.ts";

/** The reader of a trace fell so far behind that entries were lost. */
export class TraceLaggedError extends Error {
  /** Always `TraceLaggedError`. */
  override readonly name = "TraceLaggedError";

  /** An error of a stream that holds `bound` entries. */
  constructor(bound: number) {
    super(
      `the reader of the trace is more than ${bound} entries behind; read faster, or raise tunables.trace_buffer (now ${bound})`,
    );
  }
}

/**
 * Entries that wait for one reader, at most so many: whoever writes never waits. After the bound was passed, the reader gets what was
 * kept, then the error.
 */
export class TraceStream implements AsyncIterable<TraceEvent> {
  readonly #bound: number;
  #waiting: TraceEvent[] = [];
  #end: { error?: unknown } | undefined;
  #news = Promise.withResolvers<void>();

  /** An empty stream that holds `bound` entries. */
  constructor(bound: number) {
    this.#bound = bound;
  }

  /** Adds an entry; after the end nothing happens. */
  push(event: TraceEvent): void {
    if (this.#end !== undefined) return;
    if (this.#waiting.length >= this.#bound) return this.fail(new TraceLaggedError(this.#bound));
    this.#waiting.push(event);
    this.#news.resolve();
  }

  /** There will be no more. */
  end(): void {
    this.#end ??= {};
    this.#news.resolve();
  }

  /** There will be no more, and iterating is to throw this at its end. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#news.resolve();
  }

  /** The entries in order. @throws what `fail` was given */
  async *[Symbol.asyncIterator](): AsyncGenerator<TraceEvent, void, void> {
    for (;;) {
      await this.#news.promise;
      this.#news = Promise.withResolvers();
      const batch = this.#waiting;
      this.#waiting = [];
      // A batch that was taken counts no more; it is at most as large as the bound once again.
      yield* batch;
      if (this.#end === undefined || this.#waiting.length > 0) continue;
      if ("error" in this.#end) throw this.#end.error;
      return;
    }
  }
}
