/**
 * `wasi:io`: errors, pollables and streams, synchronous.
 * @module
 */

import type { InnerBridge } from "./component_bridge.ts";

/** What an input stream reads from. */
export interface WasiSource {
  /** At least one byte and at most so many, waiting for them if `mayWait`; none when there are none yet; `undefined` at the end. */
  read(most: number, mayWait: boolean): Uint8Array | undefined;
}

/** What an output stream writes to. */
export interface WasiSink {
  /** Takes all of the bytes. */
  write(bytes: Uint8Array): void;
}

/** When a pollable is ready. */
export interface WasiReadiness {
  /** Whether it is ready now. */
  ready(): boolean;
  /** When it will be, by the bridge's clock, in ms; absent: nothing that waiting brings about. */
  due?: number;
}

/** A resource that a guest can poll. */
export interface WasiPollable {
  /** Whether it is ready now. */
  ready(): boolean;
  /** Waits until it is. */
  block(): void;
}

/** The interfaces, and what the other parts of WASI make streams and pollables with. */
export interface WasiIo {
  /** By interface, and in it by name in camel case. */
  interfaces: Record<string, Record<string, unknown>>;
  /** A stream to read. */
  input(source: WasiSource): object;
  /** A stream to write. */
  output(sink: WasiSink): object;
  /** A pollable. */
  pollable(readiness: WasiReadiness): WasiPollable;
}

/** Runs inside (see `component_bridge.ts`). Stream errors are thrown as the variant's plain object, which the glue takes for an `err`. */
export function wasiIo({ sleep, now }: InnerBridge): WasiIo {
  // What one write may carry, and what one read returns, in bytes: larger requests are legal, but the guest has to be ready for less.
  const PIECE = 1024 * 1024;
  const readinessOf = new WeakMap<object, WasiReadiness>();

  class IoError {
    readonly #text: string;

    constructor(text: string) {
      this.#text = text;
    }

    toDebugString(): string {
      return this.#text;
    }
  }

  class Pollable {
    ready(): boolean {
      return readinessOf.get(this)!.ready();
    }

    block(): void {
      poll([this]);
    }
  }

  function pollable(readiness: WasiReadiness): Pollable {
    const made = new Pollable();
    readinessOf.set(made, readiness);
    return made;
  }

  function poll(list: Pollable[]): Uint32Array {
    if (list.length === 0) throw new Error("poll needs at least one pollable");
    const all = list.map((each) => readinessOf.get(each)!);
    for (;;) {
      const ready: number[] = [];
      let due = Infinity;
      for (const [i, each] of all.entries()) {
        if (each.ready()) ready.push(i);
        else due = Math.min(due, each.due ?? Infinity);
      }
      if (ready.length > 0) return Uint32Array.from(ready);
      if (due === Infinity) throw new Error("poll waits for what can never happen");
      sleep(Math.max(due - now(), 0));
    }
  }

  function always(): Pollable {
    return pollable({ ready: () => true });
  }

  /** A stream length as a number that one call can serve. */
  function piece(length: bigint): number {
    return length > BigInt(PIECE) ? PIECE : Number(length);
  }

  const closed = { tag: "closed" };
  const sourceOf = new WeakMap<object, WasiSource>();
  const sinkOf = new WeakMap<object, WasiSink>();

  class InputStream {
    read(length: bigint): Uint8Array {
      return this.#take(length, false);
    }

    blockingRead(length: bigint): Uint8Array {
      return this.#take(length, true);
    }

    skip(length: bigint): bigint {
      return BigInt(this.#take(length, false).length);
    }

    blockingSkip(length: bigint): bigint {
      return BigInt(this.#take(length, true).length);
    }

    subscribe(): Pollable {
      return always();
    }

    #take(length: bigint, mayWait: boolean): Uint8Array {
      const bytes = sourceOf.get(this)!.read(piece(length), mayWait);
      if (bytes === undefined) throw closed;
      return bytes;
    }
  }

  class OutputStream {
    checkWrite(): bigint {
      return BigInt(PIECE);
    }

    write(bytes: Uint8Array): void {
      sinkOf.get(this)!.write(bytes);
    }

    blockingWriteAndFlush(bytes: Uint8Array): void {
      this.write(bytes);
    }

    flush(): void {}

    blockingFlush(): void {}

    subscribe(): Pollable {
      return always();
    }

    writeZeroes(length: bigint): void {
      for (let left = length; left > 0n; left -= BigInt(piece(left))) this.write(new Uint8Array(piece(left)));
    }

    blockingWriteZeroesAndFlush(length: bigint): void {
      this.writeZeroes(length);
    }

    splice(source: InputStream, length: bigint): bigint {
      const bytes = source.read(length);
      this.write(bytes);
      return BigInt(bytes.length);
    }

    blockingSplice(source: InputStream, length: bigint): bigint {
      const bytes = source.blockingRead(length);
      this.write(bytes);
      return BigInt(bytes.length);
    }
  }

  return {
    interfaces: {
      "wasi:io/error": { Error: IoError },
      "wasi:io/poll": { Pollable, poll },
      "wasi:io/streams": { InputStream, OutputStream },
    },
    pollable,
    input(source) {
      const stream = new InputStream();
      sourceOf.set(stream, source);
      return stream;
    },
    output(sink) {
      const stream = new OutputStream();
      sinkOf.set(stream, sink);
      return stream;
    },
  };
}
