/**
 * Lines of a server's output for the log.
 * @module
 */

const LINE_FEED = 10;

/**
 * Splits bytes that arrive in pieces into lines of text, and cuts what is longer than its bound: where the lines of
 * `src/pure/lines.ts` are messages, of which half would be worth nothing, here a head is. What is kept of an unfinished line is its
 * head, in one buffer: a progress display may go on for hours without a line end, and each piece of it is a view of a whole read.
 *
 * A whole line is decoded at a time, so a character cut by a read boundary stays whole. The `\r` of a CRLF is dropped.
 */
export class LogLines {
  readonly #head: Uint8Array;
  #size = 0;
  #cut = false;
  readonly #decoder = new TextDecoder();

  /** @param bound the most bytes of a line, without its end; of a longer one its head is given out, with an ellipsis */
  constructor(bound: number) {
    this.#head = new Uint8Array(bound);
  }

  /** The lines that `chunk` completes. */
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
    const kept = piece.subarray(0, this.#head.length - this.#size);
    this.#head.set(kept, this.#size);
    this.#size += kept.length;
    if (kept.length < piece.length) this.#cut = true;
  }

  #take(): string {
    const text = this.#decoder.decode(this.#head.subarray(0, this.#size));
    const line = this.#cut ? `${text}…` : text.endsWith("\r") ? text.slice(0, -1) : text;
    this.#size = 0;
    this.#cut = false;
    return line;
  }
}
