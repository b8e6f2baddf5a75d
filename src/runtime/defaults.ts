/**
 * What entries mean that say nothing: such an entry needs no schema, and the start of its agents does not wait for one to be loaded.
 * @module
 */

import type { SandboxParams } from "./params.ts";
import type { RuntimeBuild } from "./runtime.ts";

/** The default memory cap of a brain process in MB (design §4.1). */
export const DEFAULT_MEMORY_MB = 512;

/** What the schemas make of no keys; a test compares them. */
export const SANDBOX_DEFAULTS: SandboxParams = {
  max_memory_mb: DEFAULT_MEMORY_MB,
  inherit_stdio: false,
  inherit_stdin: false,
  inherit_stdout: false,
  inherit_stderr: false,
  inherit_env: false,
  env: {},
  inherit_args: false,
  args: [],
  preopens: [],
  allow_blocking_current_thread: false,
  allow_tcp: false,
  allow_udp: false,
  allow_ip_name_lookup: false,
  inherit_network: false,
  allow_hosts: [],
};

/**
 * What an entry says that names an interpreter at most; `undefined` for all others, which take the kind's schema, and for names that may be
 * wrong: the schema tells that.
 */
export function plainEntry({ params }: RuntimeBuild): { interpreter?: string } | undefined {
  const { interpreter, ...more } = params as Record<string, unknown>;
  if (Object.keys(more).length > 0) return undefined;
  if (interpreter === undefined) return {};
  return typeof interpreter === "string" && interpreter !== "" ? { interpreter } : undefined;
}
