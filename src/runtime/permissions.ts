/**
 * What the runtime kinds need of the system.
 * @module
 */

import type { PermissionNeeds } from "../config/permissions.ts";
import { type PathBase, pathCandidates } from "../config/resolve_path.ts";
import { componentCacheFolder } from "./component_cache.ts";

/** What a component needs: the cache of its transpiled form. Its file is the agent's script, which the config's own needs name. */
export function componentPermissions(params: unknown): PermissionNeeds {
  const folder = componentCacheFolder((name) => Deno.env.get(name));
  const cache = folder === undefined ? [] : [folder];
  return { read: cache, write: cache, secrets: hasSecrets(params) };
}

/** What a script needs: nothing for V8; for an interpreter component its file, and what a component needs. */
export function scriptPermissions(params: unknown, base: PathBase): PermissionNeeds {
  const interpreter = (params as { interpreter?: unknown }).interpreter;
  if (interpreter === undefined) return {};
  const needs = componentPermissions(params);
  return { ...needs, read: [...pathCandidates(String(interpreter), base), ...needs.read ?? []] };
}

/** Whether the params of a component hold secrets: its environment's values are such. */
export function hasSecrets(params: unknown): boolean {
  const { env } = params as { env?: unknown };
  return typeof env === "object" && env !== null && Object.keys(env).length > 0;
}
