/**
 * The texts and bytes that travel ahead of a start frame, piece by piece (design §3).
 * @module
 */

import type { HostFrame } from "../protocol/frames.ts";

/**
 * How much the parts of one run may have, texts in UTF-16 units and bytes as they are: enough for the largest component (some 20 MB of core
 * modules, and its glue) and a full memory snapshot, and a bound on what a host could make a process keep.
 */
const MAX_PARTS_LENGTH = 256 * 1024 * 1024;

/** What a frame of a part begins with. */
const FRAME = `{"t":"part",`;

/** A frame of a part. */
export type PartFrame = Extract<HostFrame, { t: "part" }>;

/** The parts of a run by name. */
export interface RunParts {
  /** `script` and `memory`. */
  readonly texts: ReadonlyMap<string, string>;
  /** `glue` (UTF-8) and `core:<name>`. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** Whether a line is the frame of a part. */
export function isPart(line: string): boolean {
  return line.startsWith(FRAME);
}

/** The parts of the next run, in pieces until they are taken. */
export class Parts {
  #run = -1;
  #texts = new Map<string, string[]>();
  #bytes = new Map<string, Uint8Array>();
  #length = 0;
  /** The bytes that are arriving, and how far they have. */
  #arriving = new Uint8Array(0);
  #arrived = 0;

  /**
   * Takes a frame in: a piece of a text, or how many bytes follow. Those of another run replace what was kept: runs follow one another.
   * @throws {RangeError} when the run's parts are longer than any program may be
   */
  add({ r, k, d, size = 0 }: PartFrame): void {
    this.#begin(r);
    this.#length += d?.length ?? size;
    if (this.#length > MAX_PARTS_LENGTH) throw new RangeError(`The parts of a run are longer than ${MAX_PARTS_LENGTH} units`);
    const pieces = this.#texts.get(k);
    if (d === undefined) this.#expect(k, size);
    else if (pieces === undefined) this.#texts.set(k, [d]);
    else pieces.push(d);
  }

  /** Where the next block of so many bytes goes, when it is one of the bytes that are arriving: straight to its place, for it may be megabytes. */
  place(length: number): Uint8Array | undefined {
    if (length > this.#arriving.length - this.#arrived) return undefined;
    return this.#arriving.subarray(this.#arrived, this.#arrived += length);
  }

  /** Whether a block is one that `place` gave room. */
  has(block: Uint8Array): boolean {
    return block.buffer === this.#arriving.buffer;
  }

  /** The parts of a run, which are no longer kept. */
  take(run: number): RunParts {
    const texts = new Map<string, string>();
    let bytes = new Map<string, Uint8Array>();
    if (run === this.#run) {
      for (const [key, pieces] of this.#texts) texts.set(key, pieces.join(""));
      bytes = this.#bytes;
    }
    this.#begin(-1);
    return { texts, bytes };
  }

  #expect(key: string, size: number): void {
    this.#arriving = new Uint8Array(size);
    this.#arrived = 0;
    this.#bytes.set(key, this.#arriving);
  }

  #begin(run: number): void {
    if (run === this.#run) return;
    this.#run = run;
    this.#texts = new Map();
    this.#bytes = new Map();
    this.#length = 0;
    this.#arriving = new Uint8Array(0);
    this.#arrived = 0;
  }
}
