/**
 * Lines out of a byte stream.
 * @module
 */

const LINE_FEED = 10;

/**
 * Splits bytes that arrive in pieces into lines of text. Linear: each byte is looked at once and a line that came in many pieces is
 * joined once, at its end. What is kept is one unfinished line, at most `bound` bytes.
 *
 * A whole line is decoded at a time, so a character cut by a read boundary stays whole. The `\r` of a CRLF is dropped.
 */
export class LineSplitter {
  #pieces: Uint8Array[] = [];
  #size = 0;
  #cut = false;
  readonly #bound: number;
  readonly #overflow: "cut" | "throw";
  readonly #decoder = new TextDecoder();

  /**
   * @param bound the most bytes of a line, without its end
   * @param overflow what becomes of a longer line: its head alone is given out, with an ellipsis, or `push` throws
   */
  constructor(bound: number, overflow: "cut" | "throw") {
    this.#bound = bound;
    this.#overflow = overflow;
  }

  /**
   * The lines that `chunk` completes.
   * @throws {RangeError} when a line is longer than the bound and the splitter was told to throw
   */
  push(chunk: Uint8Array): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** What is left when the stream ends without a line end; nothing when it ended with one. */
  end(): string | undefined {
    return this.#size > 0 ? this.#take() : undefined;
  }

  #keep(piece: Uint8Array): void {
    if (piece.length === 0) return;
    const room = this.#bound - this.#size;
    if (piece.length > room) {
      if (this.#overflow === "throw") throw new RangeError(`a line is longer than ${this.#bound} bytes`);
      this.#cut = true;
      piece = piece.subarray(0, room);
    }
    this.#pieces.push(piece);
    this.#size += piece.length;
  }

  #take(): string {
    let bytes = this.#pieces[0] ?? new Uint8Array();
    if (this.#pieces.length > 1) {
      bytes = new Uint8Array(this.#size);
      let at = 0;
      for (const piece of this.#pieces) {
        bytes.set(piece, at);
        at += piece.length;
      }
    }
    const text = this.#decoder.decode(bytes);
    const line = this.#cut ? `${text}…` : text.endsWith("\r") ? text.slice(0, -1) : text;
    this.#pieces = [];
    this.#size = 0;
    this.#cut = false;
    return line;
  }
}
