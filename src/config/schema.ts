/**
 * What a config is, apart from the params that belong to the kinds.
 * @module
 */

import type { Tunables } from "./tunables.ts";

/** One agent. */
export interface AgentConfig {
  /** Its name, unique in the config. */
  name: string;
  /** The `[runtime.<name>]` that its brain runs in. */
  runtime: string;
  /** The path of its script as written; `resolvePath` finds the file. */
  script: string;
}

/** A configured back end: its kind, and whatever else its table holds. The kind reads the rest with `parseParams`. */
export interface ImplConfig {
  /** The registered kind. */
  kind: string;
  /** The params as they were read; values from environment variables are not typed yet. */
  [param: string]: unknown;
}

/** The sections that hold named back ends. */
export const IMPL_SECTIONS = ["providers", "tooling", "runtime"] as const;

/** A config that was read and whose generic part is checked. */
export interface Config {
  /** The agents in the order of the file. */
  agents: AgentConfig[];
  /** The `[providers.<name>]` by name. */
  providers: Map<string, ImplConfig>;
  /** The `[tooling.<name>]` by name. */
  tooling: Map<string, ImplConfig>;
  /** The `[runtime.<name>]` by name. */
  runtime: Map<string, ImplConfig>;
  /** The `[endpoint]`, if there is one. */
  endpoint?: ImplConfig;
  /** What agents remember from the start: by agent, then by key. A value that was no text is JSON text. */
  memory: Map<string, Map<string, string>>;
  /** All tunables, defaults filled in. */
  tunables: Tunables;
  /** `[assertions]` as read, for tests; anything else ignores it. */
  assertions?: unknown;
}

/** Every key that a config may have at its top. */
export const SECTIONS = ["agents", ...IMPL_SECTIONS, "endpoint", "memory", "tunables", "assertions"] as const;

/** The keys of an agent. */
export const AGENT_KEYS: readonly (keyof AgentConfig)[] = ["name", "runtime", "script"];
