/**
 * What makes a runtime from its configuration.
 * @module
 */

import type { ParamsSchema, PathBase, PermissionNeeds, Tunables } from "../config/mod.ts";
import type { Runtime } from "./program.ts";

/** What a factory is given for one `[runtime.<name>]` entry. */
export interface RuntimeBuild {
  /** The entry's name. */
  name: string;
  /** Its keys without `kind`, as the config holds them. */
  params: unknown;
  /** The entry's config path, such as `runtime.js`; errors begin with it. */
  where: string;
  /** The process's tunables. */
  tunables: Tunables;
  /** Where the entry's relative paths are looked up. */
  base: PathBase;
  /** Told about what is odd but no error, such as an unknown key. */
  warn(message: string): void;
}

/** Builds the runtimes of one kind. */
export interface RuntimeFactory {
  /** The kind's name in a config. */
  readonly kind: string;
  /** The schema of the kind's params, for validation and for the published JSON Schema; or how to load it where a start can do without. */
  readonly params: ParamsSchema<unknown> | (() => Promise<ParamsSchema<unknown>>);
  /**
   * Makes a runtime. Nothing is read or started.
   * @throws when the params are wrong; the message names the config path
   */
  build(entry: RuntimeBuild): Runtime | Promise<Runtime>;
  /** What entries with these params need of the system; relative paths are looked up at `base`. Touches nothing. */
  permissions(params: unknown, base: PathBase): PermissionNeeds;
}
