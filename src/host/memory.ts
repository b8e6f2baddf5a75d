/**
 * An agent's memory: the strings that it keeps over reloads and iterations (documented as `memory-*`).
 * @module
 */

import { MAX_MEMORY_BYTES } from "../protocol/mod.ts";
import { memoryCost } from "../pure/memory_cost.ts";

/** Where an agent's strings are kept. Values only pass in and out, so that a durable store can take the place of this one. */
export interface MemoryStore {
  /** The value of a key; `undefined` when there is none. */
  get(key: string): string | undefined;
  /**
   * Stores a value over whatever the key had.
   * @throws {MemoryFullError} when the store would hold more than it may; it is unchanged then
   */
  set(key: string, value: string): void;
  /** Removes a key; answers whether it was there. */
  remove(key: string): boolean;
  /** Stores those entries whose keys are not there yet, as a changed config does (design §8). @throws as `set` does */
  seed(entries: Iterable<readonly [string, string]>): void;
  /** Every entry, in the order in which the keys came. */
  entries(): IterableIterator<[string, string]>;
  /** A copy of everything as an object without a prototype: `__proto__` is a key like any other. */
  snapshot(): Record<string, string>;
}

/** A value that did not fit into an agent's memory. */
export class MemoryFullError extends Error {
  /** Always `MemoryFullError`. */
  override readonly name = "MemoryFullError";
}

/** How much of a key an error shows. */
const SHOWN_KEY_CHARS = 64;

/** The memory of one agent, in this process only, of at most {@linkcode MAX_MEMORY_BYTES} as `memoryCost` counts them. */
export class AgentMemory implements MemoryStore {
  readonly #agent: string;
  readonly #values = new Map<string, string>();
  #bytes = 0;

  /**
   * The memory of the agent of this name, with its configured entries.
   * @throws {MemoryFullError} when these are too many
   */
  constructor(agent: string, seed: Iterable<readonly [string, string]> = []) {
    this.#agent = agent;
    this.seed(seed);
  }

  /** What it holds, in bytes as `memoryCost` counts them. */
  get bytes(): number {
    return this.#bytes;
  }

  /** See {@linkcode MemoryStore.get}. */
  get(key: string): string | undefined {
    return this.#values.get(key);
  }

  /** See {@linkcode MemoryStore.set}. */
  set(key: string, value: string): void {
    const before = this.#values.get(key);
    const bytes = this.#bytes + memoryCost(key, value) - (before === undefined ? 0 : memoryCost(key, before));
    if (bytes > MAX_MEMORY_BYTES) {
      const shown = key.length > SHOWN_KEY_CHARS ? `${key.slice(0, SHOWN_KEY_CHARS)}…` : key;
      throw new MemoryFullError(
        `memory of agent ${JSON.stringify(this.#agent)} is full: with ${JSON.stringify(shown)} it would hold ${bytes} bytes, ` +
          `and ${MAX_MEMORY_BYTES} are the most; remove keys or store less`,
      );
    }
    this.#values.set(key, value);
    this.#bytes = bytes;
  }

  /** See {@linkcode MemoryStore.remove}. */
  remove(key: string): boolean {
    const value = this.#values.get(key);
    if (value === undefined) return false;
    this.#values.delete(key);
    this.#bytes -= memoryCost(key, value);
    return true;
  }

  /** See {@linkcode MemoryStore.seed}. */
  seed(entries: Iterable<readonly [string, string]>): void {
    for (const [key, value] of entries) {
      if (!this.#values.has(key)) this.set(key, value);
    }
  }

  /** See {@linkcode MemoryStore.entries}. */
  entries(): IterableIterator<[string, string]> {
    return this.#values.entries();
  }

  /** See {@linkcode MemoryStore.snapshot}. */
  snapshot(): Record<string, string> {
    const copy: Record<string, string> = Object.create(null);
    for (const [key, value] of this.#values) copy[key] = value;
    return copy;
  }
}
