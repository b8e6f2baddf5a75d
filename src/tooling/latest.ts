/**
 * A stream that keeps the newest value only.
 * @module
 */

/**
 * A one-place mailbox between a producer that must never wait (a connection shared by all) and a consumer that may be slow: a value
 * that was not read yet is replaced by a newer one. For one consumer.
 */
export class Latest<T> implements AsyncIterable<T> {
  #slot: { value: T } | undefined;
  #ended = false;
  #wake: (() => void) | undefined;
  readonly #onReturn: () => void;

  /** @param onReturn called when the consumer stops reading before the end */
  constructor(onReturn: () => void) {
    this.#onReturn = onReturn;
  }

  /** Offers a value; replaces an unread one; ignored after the end. */
  put(value: T): void {
    if (this.#ended) return;
    this.#slot = { value };
    this.#wake?.();
  }

  /** Ends the stream; an unread value is dropped, because whoever ends it no longer wants values. */
  end(): void {
    this.#ended = true;
    this.#slot = undefined;
    this.#wake?.();
  }

  /** Reads the values until the end. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    try {
      while (!this.#ended) {
        const slot = this.#slot;
        if (slot === undefined) {
          await new Promise<void>((resolve) => this.#wake = resolve);
          continue;
        }
        this.#slot = undefined;
        yield slot.value;
      }
    } finally {
      this.#onReturn();
    }
  }
}
