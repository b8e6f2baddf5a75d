/**
 * Lines out of a stream of bytes: the framing of the brain protocol (design §3), and of any other newline-delimited text.
 * @module
 */

/** A line that exceeded the bound of its {@link LineSplitter}. */
export class LineTooLongError extends Error {
  /** Always `LineTooLongError`. */
  override readonly name = "LineTooLongError";
  /** The bound in bytes, line end not counted. */
  readonly maxBytes: number;
  /** The complete lines that stood before the long one in the same chunk: they are good, and are to be handled first. */
  readonly lines: string[];

  /** Tells of a bound in bytes and of the good lines before. */
  constructor(maxBytes: number, lines: string[]) {
    super(`line longer than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
    this.lines = lines;
  }
}

const NEWLINE = 10;

/** What the buffer of an unfinished line holds at first, and what it may keep once the line is done. */
const KEPT_BYTES = 64 * 1024;

/**
 * Cuts a stream of bytes into lines.
 *
 * A chunk with many lines is decoded once and split as text, because a decoder call costs more than a short line. An unfinished
 * line is copied to a buffer that doubles: linear in the line's length however small the pieces are (a list of the pieces would
 * cost a hundred times the bytes when they come one at a time), and the caller may reuse its read buffer. Since the cut is made
 * between bytes, and no part of a longer UTF-8 sequence equals a newline, characters may be split over chunks anywhere.
 *
 * A line end is `\n` alone; a `\r` before it stays, which JSON takes for white space. Bytes that are not UTF-8 become U+FFFD. A
 * byte order mark stays too: no frame begins with one.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #partial = new Uint8Array(0);
  #partialBytes = 0;
  #overrun = false;

  /**
   * Makes a splitter that holds nothing yet.
   * @param maxBytes what a line may have in bytes, its line end not counted; also what is kept of an unfinished one
   * @throws {RangeError} when that is no positive integer
   */
  constructor(maxBytes: number) {
    if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) {
      throw new RangeError(`Cannot split lines: maxBytes must be a positive integer, got ${maxBytes}`);
    }
    this.#maxBytes = maxBytes;
  }

  /** How many bytes of an unfinished line are kept. */
  get pendingBytes(): number {
    return this.#partialBytes;
  }

  /**
   * The lines that `chunk` completes, without their line ends.
   * @throws {LineTooLongError} as soon as a line is longer than the bound, finished or not; from then on always, because there is
   * no telling what comes next
   */
  push(chunk: Uint8Array): string[] {
    if (this.#overrun) throw new LineTooLongError(this.#maxBytes, []);
    const lines: string[] = [];
    let start = 0;
    if (this.#partialBytes > 0) {
      const end = chunk.indexOf(NEWLINE);
      this.#keep(end < 0 ? chunk : chunk.subarray(0, end), lines);
      if (end < 0) return lines;
      lines.push(this.#takePartial());
      start = end + 1;
    }
    const end = chunk.lastIndexOf(NEWLINE);
    if (end >= start) {
      this.#split(chunk.subarray(start, end), lines);
      start = end + 1;
    }
    this.#keep(chunk.subarray(start), lines);
    return lines;
  }

  /** Takes out what follows the last line end: an unfinished line, or an empty text. To be called at the end of the stream. */
  takeRest(): string {
    return this.#takePartial();
  }

  /** Appends the lines of a block that ends just before a line end. */
  #split(block: Uint8Array, lines: string[]): void {
    if (block.length > this.#maxBytes) {
      // Only here can a line within the block be too long.
      let start = 0;
      while (start <= block.length) {
        const found = block.indexOf(NEWLINE, start);
        const end = found < 0 ? block.length : found;
        if (end - start > this.#maxBytes) {
          if (start > 0) this.#append(block.subarray(0, start - 1), lines);
          this.#fail(lines);
        }
        start = end + 1;
      }
    }
    this.#append(block, lines);
  }

  #append(block: Uint8Array, lines: string[]): void {
    const split = this.#decoder.decode(block).split("\n");
    // A loop, not a spread: the number of arguments of a call is limited.
    for (const line of split) lines.push(line);
  }

  #keep(piece: Uint8Array, lines: string[]): void {
    if (piece.length === 0) return;
    const bytes = this.#partialBytes + piece.length;
    if (bytes > this.#maxBytes) this.#fail(lines);
    if (bytes > this.#partial.length) {
      const capacity = Math.min(this.#maxBytes, Math.max(bytes, 2 * this.#partial.length, KEPT_BYTES));
      const grown = new Uint8Array(capacity);
      grown.set(this.#partial.subarray(0, this.#partialBytes));
      this.#partial = grown;
    }
    this.#partial.set(piece, this.#partialBytes);
    this.#partialBytes = bytes;
  }

  #takePartial(): string {
    const line = this.#decoder.decode(this.#partial.subarray(0, this.#partialBytes));
    this.#partialBytes = 0;
    if (this.#partial.length > KEPT_BYTES) this.#partial = new Uint8Array(0);
    return line;
  }

  #fail(lines: string[]): never {
    this.#overrun = true;
    this.#partial = new Uint8Array(0);
    this.#partialBytes = 0;
    throw new LineTooLongError(this.#maxBytes, lines);
  }
}
