/**
 * What a component holds open for its run, by numbers that only this run knows.
 * @module
 */

import { WasiFault } from "./broker_faults.ts";

/** Something that is open. */
export interface Opened {
  /** Lets go of it. Never fails; may be called again. */
  close(): void;
}

/** How many files and folders a run may hold open: a process's own bound is often 1024, and all agents share it. */
export const MAX_FILES = 256;

/** How many sockets and HTTP exchanges a run may hold open. */
export const MAX_SOCKETS = 128;

/** What counts together. */
export type Share = "file" | "socket" | "part";

const bounds: Readonly<Record<Share, { most: number; code: string }>> = {
  file: { most: MAX_FILES, code: "insufficient-memory" },
  socket: { most: MAX_SOCKETS, code: "new-socket-limit" },
  // The ends of sockets, which their owners bound.
  part: { most: 4 * MAX_SOCKETS, code: "new-socket-limit" },
};

/** See the module. */
export class OpenTable {
  readonly #open = new Map<number, { value: Opened; share: Share }>();
  readonly #counts: Record<Share, number> = { file: 0, socket: 0, part: 0 };
  #next = 1;
  #isClosed = false;

  /**
   * Fails when there is no room for another one, so that nothing is opened in vain.
   * @throws {WasiFault} with the code of its kind
   */
  reserve(share: Share): void {
    const { most, code } = bounds[share];
    if (this.#isClosed || this.#counts[share] >= most) throw new WasiFault(code);
  }

  /**
   * Keeps something: its number.
   * @throws {WasiFault} when there is no room, or the run is over; it is closed then
   */
  add(value: Opened, share: Share): number {
    try {
      this.reserve(share);
    } catch (error) {
      value.close();
      throw error;
    }
    const h = this.#next++;
    this.#open.set(h, { value, share });
    this.#counts[share]++;
    return h;
  }

  /**
   * What a number names, if it is of that class.
   * @throws {WasiFault} with the code when it is not
   */
  get<T extends Opened>(h: number, kind: abstract new (...args: never[]) => T, code: string): T {
    const found = this.#open.get(h)?.value;
    if (!(found instanceof kind)) throw new WasiFault(code);
    return found;
  }

  /** What a number names, whatever it is. */
  find(h: number): Opened | undefined {
    return this.#open.get(h)?.value;
  }

  /** Closes one; a number that names nothing is none of a guest's faults. */
  close(h: number): void {
    const found = this.#open.get(h);
    if (found === undefined) return;
    this.#open.delete(h);
    this.#counts[found.share]--;
    found.value.close();
  }

  /** Closes all, for good. */
  closeAll(): void {
    this.#isClosed = true;
    for (const h of [...this.#open.keys()]) this.close(h);
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }
}
