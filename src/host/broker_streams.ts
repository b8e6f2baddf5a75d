/**
 * The two ends of a component's connections: bytes that arrive are kept until the guest takes them, bytes that go out are taken until
 * there are too many.
 * @module
 */

import type { WasiInterest } from "../protocol/mod.ts";
import { type Waitable, wake } from "./broker_poll.ts";
import type { Opened } from "./broker_table.ts";

/** What one read from a connection takes at most: a socket's usual buffer. While the guest leaves it, nothing more is read. */
const READ_BYTES = 64 * 1024;

/** How much may wait to be sent: a few socket buffers, so that the guest and the network do not wait for each other in turn. */
const SEND_BYTES = 256 * 1024;

/** What arrives. */
export class ByteInput implements Opened, Waitable {
  /** See {@linkcode Waitable}. */
  readonly wakers: Set<() => void> = new Set();
  readonly #read: (into: Uint8Array) => Promise<number | null>;
  readonly #onClose: () => void;
  #held = new Uint8Array(0);
  #isEnded = false;
  #fault: unknown;
  #isReading = false;

  /** Reads by `read`, which answers how many bytes it put in, or null at the end. */
  constructor(read: (into: Uint8Array) => Promise<number | null>, onClose: () => void = () => {}) {
    this.#read = read;
    this.#onClose = onClose;
  }

  /** See {@linkcode Waitable}. */
  isReady(_interest: WasiInterest): boolean {
    return this.#held.length > 0 || this.#isEnded;
  }

  /** See {@linkcode Waitable}. */
  begin(_interest: WasiInterest): void {
    if (this.#isReading || this.isReady("read")) return;
    this.#isReading = true;
    void this.#pull();
  }

  /**
   * What is there, at most `most` bytes: none when nothing has come yet, `undefined` at the end.
   * @throws what reading failed with, once all that came before is taken
   */
  take(most: number): Uint8Array | undefined {
    if (this.#held.length > 0) {
      const taken = this.#held.subarray(0, most);
      this.#held = this.#held.subarray(taken.length);
      return taken;
    }
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#isEnded) return undefined;
    this.begin("read");
    return this.#held;
  }

  /** See {@linkcode Opened}. */
  close(): void {
    this.#isEnded = true;
    this.#held = new Uint8Array(0);
    this.#onClose();
    wake(this);
  }

  async #pull(): Promise<void> {
    try {
      const bytes = new Uint8Array(READ_BYTES);
      const count = await this.#read(bytes);
      if (count === null) this.#isEnded = true;
      else if (!this.#isEnded) this.#held = bytes.subarray(0, count);
    } catch (error) {
      this.#fault ??= error;
      this.#isEnded = true;
    }
    this.#isReading = false;
    wake(this);
  }
}

/** What goes out. */
export class ByteOutput implements Opened, Waitable {
  /** See {@linkcode Waitable}. */
  readonly wakers: Set<() => void> = new Set();
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  readonly #finish: () => Promise<void>;
  #queue: Uint8Array[] = [];
  #waiting = 0;
  #isWriting = false;
  #isEnding = false;
  #isFinished = false;
  #fault: unknown;

  /** Writes by `write`; `finish` is called once, behind the last byte. */
  constructor(write: (bytes: Uint8Array) => Promise<void>, finish: () => Promise<void>) {
    this.#write = write;
    this.#finish = finish;
  }

  /** See {@linkcode Waitable}: there is room. */
  isReady(_interest: WasiInterest): boolean {
    return this.#fault !== undefined || this.#isEnding || this.room > 0;
  }

  /** See {@linkcode Waitable}. */
  begin(_interest: WasiInterest): void {}

  /** Whether all that was written is out of omw's hands. */
  get isFlushed(): boolean {
    return this.#fault !== undefined || this.#waiting === 0;
  }

  /** How many bytes may be written now. */
  get room(): number {
    return this.#isEnding ? 0 : Math.max(SEND_BYTES - this.#waiting, 0);
  }

  /** Whether nothing can be written any more. */
  get isEnded(): boolean {
    return this.#isEnding;
  }

  /**
   * Takes bytes, more than there is room for too: the guest has waited for room.
   * @throws what an earlier write failed with
   */
  write(bytes: Uint8Array): void {
    this.check();
    if (bytes.length === 0) return;
    this.#queue.push(bytes);
    this.#waiting += bytes.length;
    this.#start();
  }

  /** @throws what an earlier write failed with */
  check(): void {
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Ends it behind what was written. */
  end(): void {
    this.#isEnding = true;
    this.#start();
  }

  /** See {@linkcode Opened}. What was written still goes out. */
  close(): void {
    this.end();
  }

  #start(): void {
    if (this.#isWriting || this.#isFinished) return;
    this.#isWriting = true;
    void this.#drain();
  }

  async #drain(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        const pieces = this.#queue;
        this.#queue = [];
        for (const piece of pieces) {
          await this.#write(piece);
          this.#waiting -= piece.length;
          wake(this);
        }
      }
      if (this.#isEnding && !this.#isFinished) {
        this.#isFinished = true;
        await this.#finish();
      }
    } catch (error) {
      this.#fault ??= error;
      this.#queue = [];
      this.#waiting = 0;
    }
    this.#isWriting = false;
    wake(this);
    if (this.#queue.length > 0 || this.#isEnding && !this.#isFinished && this.#fault === undefined) this.#start();
  }
}

/** Something to wait for until all that was written to an output is gone. */
export function flushing(output: ByteOutput): Waitable {
  return { wakers: output.wakers, isReady: () => output.isFlushed, begin: () => {} };
}
