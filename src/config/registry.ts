/**
 * The kinds of a family (design §6): providers, toolings, runtimes and endpoints each have one registry.
 * @module
 */

import { ConfigError } from "./errors.ts";

/**
 * Which factory builds which kind.
 * @typeParam F The family's factory interface.
 */
export class Registry<F> {
  readonly #family: string;
  readonly #factories = new Map<string, F>();
  readonly #lazy = new Map<string, () => Promise<F>>();
  readonly #absent = new Map<string, string>();

  /** `family` names the family in errors: `provider`, `tooling`, `runtime` or `endpoint`. */
  constructor(family: string) {
    this.#family = family;
  }

  /**
   * Adds a kind.
   * @throws {ConfigError} when the kind is registered already: two factories for one name would make a config ambiguous
   */
  register(kind: string, factory: F): void {
    this.#checkFree(kind);
    this.#factories.set(kind, factory);
  }

  /**
   * Adds a kind whose factory is loaded when a config needs it: what a config does not use costs it no start-up time.
   * @throws {ConfigError} as `register`
   */
  registerLazy(kind: string, load: () => Promise<F>): void {
    this.#checkFree(kind);
    this.#lazy.set(kind, load);
  }

  /** Says of a kind that is known but not here what to do about it: `get` tells those who ask for it. It may be registered later. */
  explainAbsent(kind: string, wayOut: string): void {
    this.#absent.set(kind, wayOut);
  }

  /** Loads the factories of these kinds, or of all; kinds that nobody registered are left to `get`. */
  async prepare(kinds: Iterable<string> = this.kinds()): Promise<void> {
    await Promise.all([...new Set(kinds)].map(async (kind) => {
      const load = this.#lazy.get(kind);
      if (load === undefined) return;
      const factory = await load();
      this.#factories.set(kind, factory);
      this.#lazy.delete(kind);
    }));
  }

  /** The registered kinds, sorted. */
  kinds(): string[] {
    return [...this.#factories.keys(), ...this.#lazy.keys()].sort();
  }

  /**
   * The factory of a kind.
   * @throws {ConfigError} when the kind is unknown; the message lists the registered ones
   * @throws {Error} when its factory is to be loaded first: a fault of the caller
   */
  get(kind: string): F {
    const factory = this.#factories.get(kind);
    if (factory !== undefined) return factory;
    if (this.#lazy.has(kind)) throw new Error(`Cannot get ${this.#family} kind ${JSON.stringify(kind)} before prepare()`);
    const kinds = this.kinds();
    const registered = kinds.length === 0 ? "none" : kinds.join(", ");
    const wayOut = this.#absent.get(kind);
    const hint = wayOut === undefined ? "" : `: ${wayOut}`;
    throw new ConfigError(`unsupported ${this.#family} kind ${JSON.stringify(kind)} (registered: ${registered})${hint}`);
  }

  #checkFree(kind: string): void {
    if (!this.#factories.has(kind) && !this.#lazy.has(kind)) return;
    throw new ConfigError(`duplicate ${this.#family} kind ${JSON.stringify(kind)}: register each kind once`);
  }
}
