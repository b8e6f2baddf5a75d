/**
 * The texts and bytes that travel ahead of a start frame, piece by piece (design §3).
 * @module
 */

/**
 * How much the parts of one run may have, texts in UTF-16 units and bytes as they are: enough for the largest component (some 20 MB of core
 * modules, and its glue) and a full memory snapshot, and a bound on what a host could make a process keep.
 */
const MAX_PARTS_LENGTH = 256 * 1024 * 1024;

/** The parts of a run by name. */
export interface RunParts {
  /** `script` and `memory`. */
  readonly texts: ReadonlyMap<string, string>;
  /** `glue` (UTF-8) and `core:<name>`. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** Bytes of which the first `filled` have arrived. */
interface Arriving {
  readonly bytes: Uint8Array;
  filled: number;
}

/** The parts of the next run, in pieces until they are taken. */
export class Parts {
  #run = -1;
  #texts = new Map<string, string[]>();
  #bytes = new Map<string, Arriving>();
  #length = 0;

  /**
   * Keeps a piece of a text. Pieces of another run replace what was kept: runs follow one another.
   * @throws {RangeError} when the run's parts are longer than any program may be
   */
  addText(run: number, key: string, piece: string): void {
    this.#begin(run);
    this.#count(piece.length);
    const pieces = this.#texts.get(key);
    if (pieces === undefined) this.#texts.set(key, [piece]);
    else pieces.push(piece);
  }

  /**
   * Keeps a copy of a piece of bytes, which together have `size`.
   * @throws {RangeError} as `addText`, or when there are more than was said
   */
  addBytes(run: number, key: string, piece: Uint8Array, size: number): void {
    this.#begin(run);
    let part = this.#bytes.get(key);
    if (part === undefined) {
      this.#count(size);
      this.#bytes.set(key, part = { bytes: new Uint8Array(size), filled: 0 });
    }
    part.bytes.set(piece, part.filled);
    part.filled += piece.length;
  }

  /** The parts of a run, which are no longer kept; bytes of which some are missing are left out. */
  take(run: number): RunParts {
    const texts = new Map<string, string>();
    const bytes = new Map<string, Uint8Array>();
    if (run === this.#run) {
      for (const [key, pieces] of this.#texts) texts.set(key, pieces.join(""));
      for (const [key, part] of this.#bytes) {
        if (part.filled === part.bytes.length) bytes.set(key, part.bytes);
      }
    }
    this.#begin(-1);
    return { texts, bytes };
  }

  #begin(run: number): void {
    if (run === this.#run) return;
    this.#run = run;
    this.#texts = new Map();
    this.#bytes = new Map();
    this.#length = 0;
  }

  #count(length: number): void {
    this.#length += length;
    if (this.#length > MAX_PARTS_LENGTH) throw new RangeError(`The parts of a run are longer than ${MAX_PARTS_LENGTH} units`);
  }
}
