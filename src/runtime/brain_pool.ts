/**
 * Keeps brain processes warm between runs (design §2).
 * @module
 */

import { BrainProcess } from "./brain_process.ts";

/** After so many runs a process is replaced: what leaks in an engine leaks slowly, and a start costs little. */
const MAX_RUNS = 100;

/** How many processes may be starting at once: each keeps a core busy until it is ready, and more than that only crowd each other. */
const MAX_STARTING: number = Math.max(2, navigator.hardwareConcurrency);

/** The warm processes of a host: one per agent and runtime entry, and one spare. */
export class BrainPool {
  readonly #idle = new Map<string, BrainProcess>();
  #spare: BrainProcess | undefined;
  #starting = 0;
  #waiting: (() => void)[] = [];

  /** Starts a process before anybody needs it, so that its start overlaps other work. */
  warmUp(capMb: number): void {
    this.#spare ??= new BrainProcess(capMb);
  }

  /**
   * A ready process for `key`: the one that took its last run, the spare, or a new one.
   * @throws {Error} when none can be started
   */
  async acquire(key: string, capMb: number): Promise<BrainProcess> {
    const kept = this.#idle.get(key);
    this.#idle.delete(key);
    if (kept?.usable && kept.capMb === capMb) return kept;
    if (kept !== undefined) discard(kept);
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare?.usable && spare.capMb === capMb) {
      await spare.ready;
      return spare;
    }
    if (spare !== undefined) discard(spare);
    return await this.#startOne(capMb);
  }

  /** Takes a process back after a run; it is kept if it is worth keeping. */
  release(key: string, process: BrainProcess): void {
    const worn = process.runs >= MAX_RUNS || process.memory > process.capMb * 1024 * 1024 / 2;
    if (!process.usable || worn || this.#idle.has(key)) return discard(process);
    this.#idle.set(key, process);
  }

  /** Lets go of what is kept for `key`. */
  forget(key: string): void {
    const kept = this.#idle.get(key);
    this.#idle.delete(key);
    if (kept !== undefined) discard(kept);
  }

  /** Ends every idle process at once, for none holds anything; resolves when they are gone. */
  async close(): Promise<void> {
    const all = [...this.#idle.values(), ...this.#spare ? [this.#spare] : []];
    this.#idle.clear();
    this.#spare = undefined;
    for (const process of all) process.kill();
    await Promise.all(all.map((process) => process.gone));
  }

  async #startOne(capMb: number): Promise<BrainProcess> {
    while (this.#starting >= MAX_STARTING) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#starting++;
    try {
      const process = new BrainProcess(capMb);
      await process.ready;
      return process;
    } finally {
      this.#starting--;
      this.#waiting.shift()?.();
    }
  }
}

function discard(process: BrainProcess): void {
  process.kill();
}
