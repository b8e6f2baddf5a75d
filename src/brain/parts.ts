/**
 * The texts that travel ahead of a start frame, piece by piece (design §3).
 * @module
 */

/**
 * How much text the parts of one run may have in UTF-16 units: enough for the largest component (20 MB of core modules, as base64,
 * and its glue) and a full memory snapshot, and a bound on what a host could make a process keep.
 */
const MAX_PARTS_LENGTH = 256 * 1024 * 1024;

/** The texts of the next run, in pieces until they are taken. */
export class Parts {
  #run = -1;
  #pieces = new Map<string, string[]>();
  #length = 0;

  /**
   * Keeps a piece. Pieces of another run replace what was kept: runs follow one another.
   * @throws {RangeError} when the run's parts are longer than any program may be
   */
  add(run: number, key: string, piece: string): void {
    if (run !== this.#run) {
      this.#run = run;
      this.#pieces = new Map();
      this.#length = 0;
    }
    this.#length += piece.length;
    if (this.#length > MAX_PARTS_LENGTH) throw new RangeError(`The parts of a run are longer than ${MAX_PARTS_LENGTH} units`);
    const pieces = this.#pieces.get(key);
    if (pieces === undefined) this.#pieces.set(key, [piece]);
    else pieces.push(piece);
  }

  /** The texts of a run, which are no longer kept. */
  take(run: number): Map<string, string> {
    const texts = new Map<string, string>();
    if (run === this.#run) {
      for (const [key, pieces] of this.#pieces) texts.set(key, pieces.join(""));
    }
    this.#pieces = new Map();
    this.#length = 0;
    return texts;
  }
}
