/**
 * What a kind of tooling has to offer (design §6). The interface of a built tooling is `Tooling` in `src/protocol/backends.ts`.
 * @module
 */

import type { ParamsSchema, PermissionNeeds, Tunables } from "../config/mod.ts";
import type { Logger, Tooling } from "../protocol/mod.ts";

/** What a tooling is built from. */
export interface ToolingArgs {
  /** The tooling's name: the key of its config entry. */
  name: string;
  /** The config entry without its `kind`; not validated yet. */
  params: unknown;
  /** The entry's config path for errors, such as `tooling.fs`. */
  where: string;
  /** How long the pauses between dials are; read at each dial, so that a changed config applies to the next one. */
  tunables: Pick<Tunables, "tooling_connect_backoff_start_ms" | "tooling_connect_backoff_cap_secs" | "mock_speed">;
  /** Hears, as one line each, what is odd in the params without being wrong. */
  warn(message: string): void;
  /** Where the tooling logs; it adds its name. */
  log: Logger;
}

/** Builds the toolings of one kind. The module of a factory loads fast; what is heavy is loaded at a tooling's first use. */
export interface ToolingFactory {
  /** The kind's name in configs. */
  readonly kind: string;
  /** The params' zod schema: it validates them and is part of the config's JSON Schema. */
  readonly params: ParamsSchema<unknown>;
  /**
   * Builds a tooling; nothing is started or dialed.
   * @throws {ConfigError} when the params are wrong; the message names the config path
   */
  build(args: ToolingArgs): Tooling;
  /** What a tooling with these params, not validated yet, needs of the system. Never throws; wrong params need nothing. */
  permissions(params: unknown): PermissionNeeds;
}
