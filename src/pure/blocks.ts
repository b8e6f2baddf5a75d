/**
 * Lines and blocks out of a stream of bytes: the framing of the brain protocol. A block carries bytes as they are beside the JSON frame
 * that follows it: JSON text and base64 would cost five times as much (measured: 4 ms for a megabyte's decoding alone).
 *
 * A block is the byte 1, its length in decimals, a line end, and so many bytes. The byte 1 cannot be in a line, because JSON escapes
 * control characters; so looking for it is all that a chunk without blocks costs.
 * @module
 */

import { LineSplitter, LineTooLongError } from "./lines.ts";

const START = 1;
const NEWLINE = 10;
const ZERO = 48;

/** The longest length in decimals. */
const MAX_DIGITS = 8;

/** What stands before a block of so many bytes. */
export function blockHead(bytes: number): string {
  return `\x01${bytes}\n`;
}

/** Blocks from this length on share one buffer: a fresh megabyte costs more than its bytes (measured: a third of a copy's time). */
const LARGE = 64 * 1024;

/**
 * Cuts a stream of bytes into lines (see {@linkcode LineSplitter}) and blocks. A block holds until the next one begins: who keeps its bytes
 * for longer has to copy them.
 */
export class BlockSplitter {
  readonly #lines: LineSplitter;
  readonly #maxBlock: number;
  readonly #place: (length: number) => Uint8Array | undefined;
  /** The block that is being filled, and how far. */
  #block: Uint8Array | undefined;
  #filled = 0;
  #shared = new Uint8Array(0);
  /** The digits of a head that is being read; -1: there is none. */
  #digits = -1;
  #length = 0;

  /**
   * Makes a splitter that holds nothing yet.
   * @param maxLine what a line may have in bytes
   * @param maxBlock what a block may have in bytes
   * @param place where a block of so many bytes is to go; it is not kept anywhere else then
   */
  constructor(maxLine: number, maxBlock: number, place: (length: number) => Uint8Array | undefined = () => undefined) {
    this.#lines = new LineSplitter(maxLine);
    this.#maxBlock = maxBlock;
    this.#place = place;
  }

  /**
   * Hands over the lines and blocks that `chunk` completes, in order; those before a fault too.
   * @throws {LineTooLongError} as soon as a line is too long
   * @throws {SyntaxError} when a block is too long, has no length, or stands within a line
   */
  push(chunk: Uint8Array, take: (item: string | Uint8Array) => void): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#block !== undefined) at = this.#fill(this.#block, chunk, at, take);
      else if (this.#digits >= 0) at = this.#readHead(chunk, at, take);
      else at = this.#readLines(chunk, at, take);
    }
  }

  #readLines(chunk: Uint8Array, at: number, take: (item: string) => void): number {
    const start = chunk.indexOf(START, at);
    const end = start < 0 ? chunk.length : start;
    if (end > at) {
      try {
        for (const line of this.#lines.push(chunk.subarray(at, end))) take(line);
      } catch (error) {
        if (error instanceof LineTooLongError) error.lines.forEach(take);
        throw error;
      }
    }
    if (start < 0) return end;
    if (this.#lines.pendingBytes > 0) throw new SyntaxError("a block begins within a line");
    this.#digits = 0;
    this.#length = 0;
    return start + 1;
  }

  #readHead(chunk: Uint8Array, at: number, take: (item: Uint8Array) => void): number {
    const byte = chunk[at]!;
    if (byte !== NEWLINE) {
      if (byte < ZERO || byte > ZERO + 9 || ++this.#digits > MAX_DIGITS) throw new SyntaxError("a block's length is no number");
      this.#length = this.#length * 10 + byte - ZERO;
      return at + 1;
    }
    if (this.#digits === 0) throw new SyntaxError("a block has no length");
    if (this.#length > this.#maxBlock) throw new SyntaxError(`a block of ${this.#length} bytes is longer than ${this.#maxBlock}`);
    this.#digits = -1;
    this.#filled = 0;
    this.#block = this.#place(this.#length) ?? this.#room(this.#length);
    if (this.#length === 0) this.#finish(take);
    return at + 1;
  }

  #fill(block: Uint8Array, chunk: Uint8Array, at: number, take: (item: Uint8Array) => void): number {
    const count = Math.min(block.length - this.#filled, chunk.length - at);
    block.set(chunk.subarray(at, at + count), this.#filled);
    this.#filled += count;
    if (this.#filled === block.length) this.#finish(take);
    return at + count;
  }

  #room(length: number): Uint8Array {
    if (length < LARGE) return new Uint8Array(length);
    if (this.#shared.length < length) this.#shared = new Uint8Array(length);
    return this.#shared.subarray(0, length);
  }

  #finish(take: (item: Uint8Array) => void): void {
    const block = this.#block!;
    this.#block = undefined;
    take(block);
  }
}
