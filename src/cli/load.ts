/**
 * Loading a config for the commands that only look at it.
 * @module
 */

import { loadConfig, type LoadedConfig } from "../config/mod.ts";
import type { Invocation } from "./options.ts";
import { writeError } from "./output.ts";

/**
 * The config of an invocation; its warnings are written to standard error, one a line.
 * @throws when it cannot be loaded, naming the file
 */
export async function loadForReading(invocation: Invocation): Promise<LoadedConfig> {
  const loaded = await loadConfig({ path: invocation.config, env: Deno.env.toObject(), cwd: Deno.cwd() });
  for (const warning of loaded.warnings) await writeError(`omw: warning: ${warning}\n`);
  return loaded;
}
