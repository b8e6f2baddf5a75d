/**
 * The smallest set of Deno permissions that a config needs (`omw permissions`).
 * @module
 */

import { dirname } from "./posix_path.ts";
import { ConfigError } from "./errors.ts";
import type { LoadedConfig } from "./load.ts";
import { pathCandidates } from "./resolve_path.ts";

/**
 * What a part of the program needs of the system. A family's factory states it for the params of one entry, without side effects;
 * the cli states what the program itself needs.
 */
export interface PermissionNeeds {
  /** Files and folders that are read, as absolute paths. */
  read?: readonly string[];
  /** Files and folders that are written, as absolute paths. */
  write?: readonly string[];
  /** What is connected to or listened on: `host`, `host:port`, `[::1]:port`; `*` means any, which addresses of looked-up names take. */
  net?: readonly string[];
  /** Programs that are started: a path, or a name that is looked up in `PATH`; `*` means any, which signalling a process group takes. */
  run?: readonly string[];
  /** Environment variables that are read; `*` means all, which enumerating them takes. */
  env?: readonly string[];
  /** True when there are secrets that are not empty: locking their memory takes FFI, which is given back once it is open. */
  secrets?: boolean;
}

/** The union of needs, each list sorted and without repeats. */
export interface Permissions {
  /** As in `PermissionNeeds`. */
  read: string[];
  /** As in `PermissionNeeds`. */
  write: string[];
  /** As in `PermissionNeeds`. */
  net: string[];
  /** As in `PermissionNeeds`. */
  run: string[];
  /** As in `PermissionNeeds`. */
  env: string[];
  /** Whether FFI is needed. */
  ffi: boolean;
}

/** What `requiredPermissions` looks at of a loaded config. */
export interface PermissionSubject extends Pick<LoadedConfig, "config" | "dir" | "path"> {
  /** The working folder, absolute. */
  cwd: string;
  /** Whether scripts are watched: the folders are then read too. */
  watch?: boolean;
}

/**
 * The permissions for a config: its own file, its scripts at each place where they may be, and `needs`, which the families and the
 * cli state. Pure: nothing is looked up.
 */
export function requiredPermissions(subject: PermissionSubject, needs: Iterable<PermissionNeeds>): Permissions {
  const scripts = subject.config.agents.flatMap(({ script }) => pathCandidates(script, subject));
  const files = subject.path === undefined ? scripts : [subject.path, ...scripts];
  const own: PermissionNeeds = { read: subject.watch ? [...files, ...files.map((file) => dirname(file))] : files };
  const all = [own, ...needs];
  return {
    read: union(all, "read"),
    write: union(all, "write"),
    net: union(all, "net"),
    run: union(all, "run"),
    env: union(all, "env"),
    ffi: all.some(({ secrets }) => secrets === true),
  };
}

function union(needs: readonly PermissionNeeds[], kind: "read" | "write" | "net" | "run" | "env"): string[] {
  return [...new Set(needs.flatMap((need) => need[kind] ?? []))].sort();
}

/**
 * The flags of `deno run` for a set of permissions; a kind that is not needed has no flag. FFI has no path: the C library's own is
 * only known once the program runs.
 * @throws {ConfigError} when a value holds a comma: Deno splits its lists there and knows no way to write one
 */
export function permissionFlags(permissions: Permissions): string[] {
  const flags = (["read", "write", "net", "run", "env"] as const).flatMap((kind) => {
    const values = permissions[kind];
    if (values.length === 0) return [];
    if ((kind === "env" || kind === "run" || kind === "net") && values.includes("*")) return [`--allow-${kind}`];
    const split = values.find((value) => value.includes(","));
    if (split !== undefined) {
      throw new ConfigError(`${JSON.stringify(split)} cannot be named in --allow-${kind}, because it holds a comma; rename it`);
    }
    return [`--allow-${kind}=${values.join(",")}`];
  });
  return permissions.ffi ? [...flags, "--allow-ffi"] : flags;
}
