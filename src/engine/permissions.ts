/**
 * `omw permissions`: what a config needs of the system.
 * @module
 */

import { fileURLToPath } from "node:url";
import { type LoadedConfig, permissionFlags, type PermissionNeeds, requiredPermissions } from "../config/mod.ts";
import type { Registries } from "./registries.ts";

/** What the program itself needs, whatever the config says. */
const OWN: PermissionNeeds = {
  // Its own sources, which are imported as they are needed; a compiled program holds them itself.
  read: Deno.build.standalone ? [] : [fileURLToPath(new URL("../..", import.meta.url))],
  // Brain processes: the shell that sets their memory cap, and this program once more. The whole kind in fact: killing a process group
  // takes it unscoped (measured on 2.9.6), so `omw permissions` cannot promise less.
  run: ["*"],
  // The overlay is found by looking at every variable.
  env: ["*"],
};

/**
 * The flags of `deno run` that a config needs, no more.
 * @throws {ConfigError} when an entry's kind is unknown or its params are wrong
 */
export async function permissionsOf(loaded: LoadedConfig, registries: Registries): Promise<string[]> {
  const { config } = loaded;
  await registries.prepare(config);
  const needs: PermissionNeeds[] = [OWN];
  for (const { kind, ...params } of config.providers.values()) needs.push(registries.providers.get(kind).permissions(params));
  for (const { kind, ...params } of config.tooling.values()) needs.push(registries.tooling.get(kind).permissions(params));
  for (const agent of config.agents) {
    const { kind, ...params } = config.runtime.get(agent.runtime)!;
    needs.push(registries.runtimes.get(kind).permissions(params, { dir: loaded.dir, cwd: Deno.cwd() }));
  }
  if (config.endpoint !== undefined) {
    const { kind, ...params } = config.endpoint;
    needs.push(registries.endpoints.get(kind).permissions(params));
  }
  return permissionFlags(requiredPermissions({ ...loaded, cwd: Deno.cwd() }, needs));
}
