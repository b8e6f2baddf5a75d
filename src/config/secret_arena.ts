/**
 * The locked memory that holds all secrets.
 * @module
 */

import type { MemoryLock } from "./libc.ts";

/** A place in the arena. */
export interface SecretSlot {
  /** The stored bytes. */
  readonly bytes: Uint8Array;
  /** Wipes the bytes and gives the place back. To be called once; later calls do nothing. */
  release(): void;
}

/** Pages that are locked at once. Four pages hold hundreds of keys and fit the smallest usual limit (64 KiB) three times over. */
const PAGES_PER_CHUNK = 4;

/** A locked range; `used` bytes of it are given out, `live` slots are not released yet. */
interface Chunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  used: number;
  live: number;
}

/**
 * Stores secrets one behind the other in locked chunks. `mlock` works on whole pages and does not count: one `munlock` undoes every
 * lock of a page. So a chunk leaves a page free at both of its ends; the pages that hold secrets then hold nothing else, wherever
 * the buffer begins, and are unlocked only when all of the chunk's secrets are gone.
 */
export class SecretArena {
  readonly #lock: MemoryLock;
  #current: Chunk | undefined;

  /** An empty arena; nothing is locked yet. */
  constructor(lock: MemoryLock) {
    this.#lock = lock;
  }

  /**
   * Copies `bytes` into locked memory.
   * @throws {Error} when a further chunk is needed and cannot be locked
   */
  store(bytes: Uint8Array): SecretSlot {
    const chunk = this.#chunkFor(bytes.byteLength);
    const stored = chunk.bytes.subarray(chunk.used, chunk.used + bytes.byteLength);
    stored.set(bytes);
    chunk.used += bytes.byteLength;
    chunk.live++;
    let released = false;
    return {
      bytes: stored,
      release: () => {
        if (released) return;
        released = true;
        stored.fill(0);
        this.#leave(chunk);
      },
    };
  }

  #chunkFor(size: number): Chunk {
    const current = this.#current;
    if (current !== undefined && current.used + size <= current.bytes.byteLength) return current;
    const { pageSize } = this.#lock;
    const capacity = pageSize * Math.max(PAGES_PER_CHUNK, Math.ceil(size / pageSize));
    const bytes = new Uint8Array(new ArrayBuffer(capacity + 2 * pageSize), pageSize, capacity);
    this.#lock.lock(bytes);
    return this.#current = { bytes, used: 0, live: 0 };
  }

  #leave(chunk: Chunk): void {
    chunk.live--;
    if (chunk.live > 0) return;
    this.#lock.unlock(chunk.bytes);
    if (this.#current === chunk) this.#current = undefined;
  }
}
