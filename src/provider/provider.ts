/**
 * What a kind of provider has to offer (design §6). The interface of a built provider is `Provider` in `src/protocol/backends.ts`.
 * @module
 */

import type { ParamsSchema, PermissionNeeds, Tunables } from "../config/mod.ts";
import type { Provider } from "../protocol/backends.ts";

/** What a provider is built from. */
export interface ProviderArgs {
  /** The provider's name: the key of its config entry. */
  name: string;
  /** The config entry without its `kind`; not validated yet. */
  params: unknown;
  /** The entry's config path for errors, such as `providers.openai`. */
  where: string;
  /** The program's tunables. */
  tunables: Tunables;
  /** Hears, as one line each, what is odd in the params without being wrong. */
  warn(message: string): void;
}

/** Builds the providers of one kind. The module of a factory loads fast; what is heavy is loaded at a provider's first use. */
export interface ProviderFactory {
  /** The kind's name in configs. */
  readonly kind: string;
  /** The params' zod schema: it validates them and is part of the config's JSON Schema. */
  readonly params: ParamsSchema<unknown>;
  /**
   * Builds a provider; connects to nothing.
   * @throws {ConfigError} when the params are wrong; the message names the config path
   */
  build(args: ProviderArgs): Provider;
  /** What a provider with these params, not validated yet, needs of the system. Never throws; wrong params need nothing. */
  permissions(params: unknown): PermissionNeeds;
}
