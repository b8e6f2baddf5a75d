/**
 * `wasi:io`: errors, pollables and streams, synchronous.
 * @module
 */

import type { WasiInterest } from "../protocol/wasi.ts";
import type { InnerBridge } from "./component_bridge.ts";
import type { WasiHost } from "./wasi_host.ts";

/** Whose codes a stream fails with. */
export type WasiDomain = "file" | "network" | "http";

/** What an input stream reads from. */
export interface WasiSource {
  /** Whose codes it throws; absent: it throws none. */
  domain?: WasiDomain;
  /**
   * At least one byte and at most so many, waiting for them if `mayWait`; none when there are none yet; `undefined` at the end.
   * @throws a code, a plain text
   */
  read(most: number, mayWait: boolean): Uint8Array | undefined;
  /** When there is something to read; absent: always. */
  readiness?: WasiReadiness;
  /** The stream is needed no more. */
  drop?(): void;
}

/** What an output stream writes to. */
export interface WasiSink {
  /** Whose codes it throws; absent: it throws none. */
  domain?: WasiDomain;
  /**
   * Takes all of the bytes; waits if `mayWait` until they are out.
   * @throws a code, a plain text
   */
  write(bytes: Uint8Array, mayWait: boolean): void;
  /** How many bytes it takes now; absent: any number. @throws a code, a plain text */
  room?(): number;
  /** When it takes bytes; absent: always. */
  readiness?: WasiReadiness;
  /** The stream is needed no more. */
  drop?(): void;
}

/** When a pollable is ready. */
export interface WasiReadiness {
  /** Whether it is ready now; absent: the host knows. */
  ready?(): boolean;
  /** When it will be, by the bridge's clock, in ms; absent: nothing that the clock brings about. */
  due?: number;
  /** What of something open at the host is waited for. */
  on?: [number, WasiInterest];
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
  /** The code behind a stream's error, if it is one of that domain. */
  codeOf(error: object, domain: WasiDomain): string | undefined;
}

/** Runs inside (see `component_bridge.ts`). Stream errors are thrown as the variant's plain object, which the glue takes for an `err`. */
export function wasiIo({ now }: InnerBridge, host: WasiHost): WasiIo {
  const { piece, mostBytes } = host;
  const readinessOf = new WeakMap<object, WasiReadiness>();
  const codes = new WeakMap<object, { code: string; domain: WasiDomain | undefined }>();

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
      const { ready, on } = readinessOf.get(this)!;
      if (ready?.()) return true;
      return on !== undefined && host.poll([on], 0).length > 0;
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
      const asked: number[] = [];
      let due = Infinity;
      for (const [i, each] of all.entries()) {
        if (each.ready?.()) ready.push(i);
        else if (each.on !== undefined) asked.push(i);
        else due = Math.min(due, each.due ?? Infinity);
      }
      if (ready.length > 0 && asked.length === 0) return Uint32Array.from(ready);
      if (ready.length === 0 && asked.length === 0 && due === Infinity) throw new Error("poll waits for what can never happen");
      const ms = ready.length > 0 ? 0 : due === Infinity ? null : Math.max(due - now(), 0);
      const found = host.poll(asked.map((i) => all[i]!.on!), ms);
      // The run is to end: whoever waits goes on, and the next call that would wait for something fails.
      if (found === "aborted") return Uint32Array.from(list.keys());
      for (const i of found) ready.push(asked[i]!);
      if (ready.length > 0) return Uint32Array.from(ready.sort((a, b) => a - b));
    }
  }

  /** The stream error that a code stands for. */
  function failure(code: unknown, domain: WasiDomain | undefined): unknown {
    // Anything else is a trap.
    if (typeof code !== "string") return code;
    if (code === "closed") return { tag: "closed" };
    const error = new IoError(code);
    codes.set(error, { code, domain });
    return { tag: "last-operation-failed", val: error };
  }

  function guarded<T>({ domain }: WasiSource | WasiSink, run: () => T): T {
    try {
      return run();
    } catch (code) {
      throw failure(code, domain);
    }
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
      return pollable(sourceOf.get(this)!.readiness ?? { ready: () => true });
    }

    [Symbol.dispose](): void {
      sourceOf.get(this)!.drop?.();
    }

    #take(length: bigint, mayWait: boolean): Uint8Array {
      const source = sourceOf.get(this)!;
      const bytes = guarded(source, () => source.read(piece(length), mayWait));
      if (bytes === undefined) throw closed;
      return bytes;
    }
  }

  class OutputStream {
    checkWrite(): bigint {
      const sink = sinkOf.get(this)!;
      return BigInt(guarded(sink, () => sink.room?.() ?? mostBytes));
    }

    write(bytes: Uint8Array): void {
      this.#put(bytes, false);
    }

    blockingWriteAndFlush(bytes: Uint8Array): void {
      this.#put(bytes, true);
    }

    flush(): void {}

    blockingFlush(): void {
      this.#put(new Uint8Array(0), true);
    }

    subscribe(): Pollable {
      return pollable(sinkOf.get(this)!.readiness ?? { ready: () => true });
    }

    writeZeroes(length: bigint): void {
      for (let left = length; left > 0n; left -= BigInt(piece(left))) this.write(new Uint8Array(piece(left)));
    }

    blockingWriteZeroesAndFlush(length: bigint): void {
      this.writeZeroes(length);
      this.blockingFlush();
    }

    splice(source: InputStream, length: bigint): bigint {
      const room = this.checkWrite();
      const bytes = source.read(length < room ? length : room);
      this.write(bytes);
      return BigInt(bytes.length);
    }

    blockingSplice(source: InputStream, length: bigint): bigint {
      const bytes = source.blockingRead(length);
      this.blockingWriteAndFlush(bytes);
      return BigInt(bytes.length);
    }

    [Symbol.dispose](): void {
      sinkOf.get(this)!.drop?.();
    }

    #put(bytes: Uint8Array, mayWait: boolean): void {
      const sink = sinkOf.get(this)!;
      guarded(sink, () => {
        if (bytes.length <= mostBytes) return sink.write(bytes, mayWait);
        for (let at = 0; at < bytes.length; at += mostBytes) sink.write(bytes.subarray(at, at + mostBytes), mayWait);
      });
    }
  }

  return {
    interfaces: {
      "wasi:io/error": { Error: IoError },
      "wasi:io/poll": { Pollable, poll },
      "wasi:io/streams": { InputStream, OutputStream },
    },
    pollable,
    codeOf(error, domain) {
      const found = codes.get(error);
      // An aborted call has no code of any domain.
      return found?.domain === domain && found.code !== "aborted" ? found.code : undefined;
    },
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
