/**
 * Writes lines to a stream that may be slow, stuck or gone, without ever holding up or ending the program.
 * @module
 */

/** Lines that wait to be written, in bytes. A reader that is a whole MiB behind has stopped reading. */
const MAX_PENDING = 1024 * 1024;

/** How long to wait when a stream that somebody set to non-blocking is full, in ms. */
const FULL_PAUSE_MS = 5;

/** Where the lines go; `Deno.stderr` is one. */
export interface LineSink {
  /** Writes some of the bytes and says how many. */
  write(bytes: Uint8Array): Promise<number>;
}

/** A queue of lines in front of a stream. Lines keep their order and are written whole; many at a time when they come fast. */
export class LineWriter {
  readonly #sink: LineSink;
  readonly #droppedNote: (count: number) => string;
  readonly #encoder = new TextEncoder();
  #pending: Uint8Array[] = [];
  #bytes = 0;
  #dropped = 0;
  #gone = false;
  #writing: Promise<void> | undefined;

  /** `droppedNote` makes the line that takes the place of lines for which there was no room. */
  constructor(sink: LineSink, droppedNote: (count: number) => string) {
    this.#sink = sink;
    this.#droppedNote = droppedNote;
  }

  /** Adds a line, its end included. It is dropped, and counted, when the reader is too far behind; for good when it is gone. */
  write(line: string): void {
    if (this.#gone) return;
    const bytes = this.#encoder.encode(line);
    if (this.#bytes > 0 && this.#bytes + bytes.length > MAX_PENDING) {
      this.#dropped++;
      return;
    }
    this.#push(bytes);
    this.#writing ??= this.#drain();
  }

  /** Resolves when all is written, or after `ms` milliseconds: a stuck reader must not keep the program alive. */
  async flush(ms: number): Promise<void> {
    if (this.#writing === undefined) return;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const stop = () => resolve();
    // No `setTimeout`, which loads Node's timers: see `src/host/deadline.ts`, which a short command does not load.
    const limit = AbortSignal.timeout(ms);
    limit.addEventListener("abort", stop);
    await Promise.race([this.#writing, late]);
    limit.removeEventListener("abort", stop);
  }

  #push(bytes: Uint8Array): void {
    this.#pending.push(bytes);
    this.#bytes += bytes.length;
  }

  async #drain(): Promise<void> {
    try {
      while (this.#pending.length > 0) {
        const batch = concat(this.#pending, this.#bytes);
        this.#pending = [];
        await writeAll(this.#sink, batch);
        this.#bytes -= batch.length;
        this.#noteDropped();
      }
    } catch {
      // Nobody reads any more (a broken pipe), or the disk is full: there is nowhere left to say so.
      this.#gone = true;
      this.#pending = [];
    } finally {
      this.#writing = undefined;
    }
  }

  #noteDropped(): void {
    if (this.#dropped === 0) return;
    this.#push(this.#encoder.encode(this.#droppedNote(this.#dropped)));
    this.#dropped = 0;
  }
}

/**
 * Writes all of the bytes.
 * @throws what the stream throws, `Deno.errors.BrokenPipe` when its reader is gone
 */
export async function writeAll(sink: LineSink, bytes: Uint8Array): Promise<void> {
  for (let rest = bytes; rest.length > 0;) {
    try {
      rest = rest.subarray(await sink.write(rest));
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      await new Promise((resolve) => setTimeout(resolve, FULL_PAUSE_MS));
    }
  }
}

function concat(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
