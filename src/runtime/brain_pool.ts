/**
 * Keeps brain processes warm between runs (design §2).
 * @module
 */

import { BrainProcess } from "./brain_process.ts";
import { spawnBrain, type SpawnedBrain } from "./spawn_brain.ts";

/** After so many runs a process is replaced: what leaks in an engine leaks slowly, and a start costs little. */
const MAX_RUNS = 100;

/** How many processes may be starting at once: each keeps a core busy until it is ready, and more than that only crowd each other. */
const MAX_STARTING: number = Math.max(2, navigator.hardwareConcurrency);

/** How a pool keeps its processes. */
export interface PoolOptions {
  /**
   * Absent: one idle process for each key, since an agent's own keeps its code compiled. Given: whoever asks gets any, and so many are
   * kept at most. Each run has a fresh world either way.
   */
  shared?: number;
}

/** The warm processes of a host: one per agent and runtime entry, and one spare. */
export class BrainPool {
  readonly #shared: number | undefined;
  readonly #idle = new Map<string, BrainProcess[]>();
  #spare: BrainProcess | undefined;
  #starting = 0;
  #waiting: (() => void)[] = [];

  /** An empty pool. */
  constructor({ shared }: PoolOptions = {}) {
    this.#shared = shared;
  }

  /** Takes a process that was started before anybody needs it, so that its start overlaps other work; a second one is not needed. */
  warmUp(spawned: SpawnedBrain): void {
    const process = new BrainProcess(spawned);
    if (this.#spare === undefined) this.#spare = process;
    else discard(process);
  }

  /**
   * A process for `key` that can be given a run: the one that took its last run, the spare, or a new one.
   * @throws {Error} when none can be started
   */
  async acquire(key: string, capMb: number): Promise<BrainProcess> {
    const idle = this.#idleFor(key);
    const fitting = idle.findLastIndex((process) => process.usable && process.capMb === capMb);
    if (fitting >= 0) return idle.splice(fitting, 1)[0]!;
    // In a shared pool one with another cap may serve the next who asks.
    if (this.#shared === undefined) idle.splice(0).forEach(discard);
    const spare = this.#spare;
    this.#spare = undefined;
    // It may be starting still: its run waits in its pipe, which spares the way there and back (a tenth of a short `omw run`, measured). Should
    // it never be ready, the run is lost, and says so.
    if (spare?.usable && spare.capMb === capMb) return spare;
    if (spare !== undefined) discard(spare);
    return await this.#startOne(capMb);
  }

  /** Takes a process back after a run; it is kept if it is worth keeping. */
  release(key: string, process: BrainProcess): void {
    const worn = process.runs >= MAX_RUNS || process.memory > process.capMb * 1024 * 1024 / 2;
    const idle = this.#idleFor(key);
    if (!process.usable || worn) return discard(process);
    if (idle.length >= (this.#shared ?? 1)) {
      const dead = idle.findIndex((other) => !other.usable);
      discard(dead < 0 ? process : idle.splice(dead, 1)[0]!);
      if (dead < 0) return;
    }
    idle.push(process);
  }

  /** Lets go of what is kept for `key` alone. */
  forget(key: string): void {
    if (this.#shared !== undefined) return;
    this.#idle.get(key)?.forEach(discard);
    this.#idle.delete(key);
  }

  /** Ends every idle process at once, for none holds anything; resolves when they are gone. */
  async close(): Promise<void> {
    const all = [...[...this.#idle.values()].flat(), ...this.#spare ? [this.#spare] : []];
    this.#idle.clear();
    this.#spare = undefined;
    for (const process of all) process.kill();
    await Promise.all(all.map((process) => process.gone));
  }

  #idleFor(key: string): BrainProcess[] {
    const place = this.#shared === undefined ? key : "";
    const idle = this.#idle.get(place) ?? [];
    this.#idle.set(place, idle);
    return idle;
  }

  async #startOne(capMb: number): Promise<BrainProcess> {
    while (this.#starting >= MAX_STARTING) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#starting++;
    try {
      const process = new BrainProcess(spawnBrain(capMb));
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
