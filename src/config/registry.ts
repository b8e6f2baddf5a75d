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

  /** `family` names the family in errors: `provider`, `tooling`, `runtime` or `endpoint`. */
  constructor(family: string) {
    this.#family = family;
  }

  /**
   * Adds a kind.
   * @throws {ConfigError} when the kind is registered already: two factories for one name would make a config ambiguous
   */
  register(kind: string, factory: F): void {
    if (this.#factories.has(kind)) {
      throw new ConfigError(`duplicate ${this.#family} kind ${JSON.stringify(kind)}: register each kind once`);
    }
    this.#factories.set(kind, factory);
  }

  /** The registered kinds, sorted. */
  kinds(): string[] {
    return [...this.#factories.keys()].sort();
  }

  /**
   * The factory of a kind.
   * @throws {ConfigError} when the kind is unknown; the message lists the registered ones
   */
  get(kind: string): F {
    const factory = this.#factories.get(kind);
    if (factory !== undefined) return factory;
    const registered = this.#factories.size === 0 ? "none" : this.kinds().join(", ");
    throw new ConfigError(`unsupported ${this.#family} kind ${JSON.stringify(kind)} (registered: ${registered})`);
  }
}
