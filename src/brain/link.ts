/**
 * The pipe to the host: whole frames, read and written synchronously, because the brain above is a plain sequential program
 * (design §3).
 * @module
 */

import { MAX_FRAME_BYTES } from "../protocol/frames.ts";
import { MAX_BLOCK_BYTES } from "../protocol/wasi.ts";
import { blockHead, BlockSplitter } from "../pure/blocks.ts";
import { isPart, Parts } from "./parts.ts";

/** The two ends of the pipe, as `Deno.stdin` and `Deno.stdout` offer them. */
export interface Pipe {
  /** Waits for bytes; answers how many were put into `buffer`, or `null` at the end. */
  readSync(buffer: Uint8Array): number | null;
  /** Writes at least one byte of `bytes`, waiting while the pipe is full; answers how many. */
  writeSync(bytes: Uint8Array): number;
}

/** A frame that may not be sent, because it is longer than `MAX_FRAME_BYTES`. */
export class FrameTooLongError extends Error {
  /** Always `FrameTooLongError`. */
  override readonly name = "FrameTooLongError";

  /** Tells of a frame of so many bytes. */
  constructor(bytes: number) {
    super(`it takes ${bytes} bytes, more than the ${MAX_FRAME_BYTES} that one frame may carry`);
  }
}

/** Ends the process: a host that is gone leaves nothing to do, nor does one that can't be understood, of which `fault` tells. */
export type Leave = (fault?: string) => never;

/** What one read takes at most: four pipe buffers of Linux, so that a burst of events costs few system calls. */
const READ_BYTES = 256 * 1024;

/** A frame up to this many units goes in one write with the one that is owed: no two such are longer than one may be. */
const SHORT = 4096;

/** Frames up to this many bytes are encoded into a buffer that is used again. */
const WRITE_BYTES = 64 * 1024;

/** Frames over a {@link Pipe}. */
export class Link {
  readonly #pipe: Pipe;
  readonly #leave: Leave;
  readonly #splitter: BlockSplitter;
  readonly #parts: Parts;
  readonly #encoder = new TextEncoder();
  readonly #readBuffer = new Uint8Array(READ_BYTES);
  readonly #writeBuffer = new Uint8Array(WRITE_BYTES);
  #items: (string | Uint8Array)[] = [];
  #next = 0;
  #block: Uint8Array | undefined;
  #nextBlock: Uint8Array | undefined;
  #lastRead = Date.now();
  #owed: string | undefined;

  /**
   * Frames over `pipe`.
   * @param pipe where the host is
   * @param leave ends the process
   * @param parts takes the frames and blocks of parts, as soon as they are read
   */
  constructor(pipe: Pipe, leave: Leave, parts: Parts = new Parts()) {
    this.#pipe = pipe;
    this.#leave = leave;
    this.#parts = parts;
    this.#splitter = new BlockSplitter(MAX_FRAME_BYTES, MAX_BLOCK_BYTES, (length) => parts.place(length));
  }

  /** Milliseconds since bytes were last read. */
  get sinceRead(): number {
    return Date.now() - this.#lastRead;
  }

  /** A line that was read already, if there is one. */
  takeLine(): string | undefined {
    while (this.#next < this.#items.length) {
      const item = this.#items[this.#next++]!;
      if (typeof item === "string") {
        this.#block = this.#nextBlock;
        this.#nextBlock = undefined;
        return item;
      }
      this.#nextBlock = item;
    }
    return undefined;
  }

  /** The block that stood before the line that was read last, once. */
  takeBlock(): Uint8Array | undefined {
    const block = this.#block;
    this.#block = undefined;
    return block;
  }

  /** The next line; waits for it. Ends the process when the host closed the pipe. */
  readLine(): string {
    for (;;) {
      const line = this.takeLine();
      if (line !== undefined) return line;
      if (this.#owed !== undefined) this.#sendOwed();
      const count = this.#pipe.readSync(this.#readBuffer);
      if (count === null) this.#leave();
      this.#lastRead = Date.now();
      this.#next = 0;
      this.#items = [];
      try {
        this.#splitter.push(this.#readBuffer.subarray(0, count), (item) => this.#arrived(item));
      } catch (error) {
        this.reject(error);
      }
    }
  }

  #arrived(item: string | Uint8Array): void {
    if (typeof item !== "string") {
      if (!this.#parts.has(item)) this.#items.push(item);
    } else if (isPart(item)) this.#parts.add(JSON.parse(item));
    else this.#items.push(item);
  }

  /** Gives up on a host whose frames make no sense. */
  reject(error: unknown): never {
    this.#leave(`the host's frames can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }

  /** Sends `frame` with the next one, or before the next read; it takes the place of what was owed before. */
  owe(frame: string | undefined): void {
    this.#owed = frame;
  }

  /**
   * Sends `frame`, JSON text without a line end, whole: it waits while the pipe is full.
   * @throws {FrameTooLongError} when it is longer than a frame may be; nothing was sent
   */
  send(frame: string): void {
    const owed = this.#owed;
    if (owed === undefined || frame.length > SHORT) {
      if (owed !== undefined) this.#sendOwed();
      return this.#write(this.#encode(frame));
    }
    // In one write, which costs more than both frames.
    this.#owed = undefined;
    this.#write(this.#encode(`${owed}\n${frame}`));
  }

  /**
   * Sends a block, and `frame` that it belongs to.
   * @throws {FrameTooLongError} as `send`, for either; neither was sent
   */
  sendBlock(block: Uint8Array, frame: string): void {
    if (block.length > MAX_BLOCK_BYTES) throw new FrameTooLongError(block.length);
    if (this.#owed !== undefined) this.#sendOwed();
    // First, because it may be too long, and a block without its frame would go to the next one.
    const line = this.#encode(frame);
    this.#write(this.#encoder.encode(blockHead(block.length)));
    this.#write(block);
    this.#write(line);
  }

  /**
   * A frame's line, which holds until the next one is encoded.
   * @throws {FrameTooLongError} when it is longer than a frame may be
   */
  #encode(frame: string): Uint8Array {
    // One UTF-16 unit becomes at most three bytes of UTF-8.
    if (frame.length * 3 < WRITE_BYTES) {
      const { written } = this.#encoder.encodeInto(frame, this.#writeBuffer);
      this.#writeBuffer[written] = 10;
      return this.#writeBuffer.subarray(0, written + 1);
    }
    // Each unit is a byte at least, so a text this long needs no encoding to be refused.
    if (frame.length > MAX_FRAME_BYTES) throw new FrameTooLongError(frame.length);
    const bytes = this.#encoder.encode(frame + "\n");
    if (bytes.length - 1 > MAX_FRAME_BYTES) throw new FrameTooLongError(bytes.length - 1);
    return bytes;
  }

  #sendOwed(): void {
    const frame = this.#owed!;
    this.#owed = undefined;
    this.send(frame);
  }

  #write(bytes: Uint8Array): void {
    try {
      let written = 0;
      // Nearly always all of it goes out at once.
      while (written < bytes.length) written += this.#pipe.writeSync(written === 0 ? bytes : bytes.subarray(written));
    } catch {
      // The host closed its end. Half a frame may be out, so nothing sensible can follow.
      this.#leave();
    }
  }
}
