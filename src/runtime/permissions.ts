/**
 * What the runtime kinds need of the system.
 * @module
 */

import type { PermissionNeeds } from "../config/permissions.ts";
import { type PathBase, pathCandidates } from "../config/resolve_path.ts";
import { componentCacheFolder } from "./component_cache_folder.ts";

/**
 * What a component needs: the cache of its transpiled form, its preopens, and the network when it is granted. Its file is the agent's
 * script, which the config's own needs name.
 */
export function componentPermissions(params: unknown, base: PathBase): PermissionNeeds {
  const folder = componentCacheFolder((name) => Deno.env.get(name));
  const cache = folder === undefined ? [] : [folder];
  const folders = (perms: readonly string[]) => {
    return preopensOf(params).filter((each) => perms.includes(String(each.perms ?? "read_only")))
      .flatMap(({ host_path }) => pathCandidates(String(host_path), base));
  };
  return {
    read: [...cache, ...folders(["read_only", "read_write"])],
    write: [...cache, ...folders(["read_write"])],
    // The broker connects to addresses that it has looked up and checked, which no list of names could tell ahead.
    net: hasNetwork(params) ? ["*"] : [],
    secrets: hasSecrets(params),
  };
}

function preopensOf(params: unknown): { host_path?: unknown; perms?: unknown }[] {
  const { preopens } = params as { preopens?: unknown };
  return Array.isArray(preopens) ? preopens : [];
}

function hasNetwork(params: unknown): boolean {
  const keys = params as Record<string, unknown>;
  return ["allow_tcp", "allow_udp", "allow_ip_name_lookup", "inherit_network"].some((key) => keys[key] === true);
}

/** What a script needs: nothing for V8; for an interpreter component its file, and what a component needs. */
export function scriptPermissions(params: unknown, base: PathBase): PermissionNeeds {
  const interpreter = (params as { interpreter?: unknown }).interpreter;
  if (interpreter === undefined) return {};
  const needs = componentPermissions(params, base);
  return { ...needs, read: [...pathCandidates(String(interpreter), base), ...needs.read ?? []] };
}

/** Whether the params of a component hold secrets: its environment's values are such. */
export function hasSecrets(params: unknown): boolean {
  const { env } = params as { env?: unknown };
  return typeof env === "object" && env !== null && Object.keys(env).length > 0;
}
