/**
 * What makes a tooling from its configuration.
 * @module
 */

import type { Logger } from "@logtape/logtape";
import type { z } from "zod";
import type { Tunables } from "../config/mod.ts";
import type { Tooling } from "../protocol/backends.ts";

/** What a factory is given for one `[tooling.<name>]` entry. */
export interface ToolingBuild {
  /** The entry's name. */
  name: string;
  /** Its keys without `kind`, as the config holds them. */
  params: unknown;
  /** The entry's config path, such as `tooling.fs`; errors begin with it. */
  where: string;
  /** The process's tunables; read at each use, so that a changed config applies to the next dial. */
  tunables: Pick<Tunables, "tooling_connect_backoff_start_ms" | "tooling_connect_backoff_cap_secs">;
  /** Told about what is odd but no error, such as an unknown key. */
  warn(message: string): void;
  /** Where the tooling logs; the tooling's name and target are added by it. */
  log: Logger;
}

/** Builds the toolings of one kind. */
export interface ToolingFactory {
  /** The kind's name in a config. */
  readonly kind: string;
  /** The schema of the kind's params, for validation and for the published JSON Schema. */
  readonly params: z.ZodType;
  /**
   * Makes a tooling. Nothing is started or dialed before the first use.
   * @throws when the params are wrong; the message names the config path
   */
  build(entry: ToolingBuild): Tooling;
}
