/**
 * The sandbox keys of an entry as what the broker grants (design §4.2, §4.5).
 * @module
 */

import { getLogger } from "../protocol/log.ts";
import { ConfigError, reason } from "../config/errors.ts";
import { dirname, resolve } from "../config/posix_path.ts";
import { resolvePath } from "../config/resolve_path.ts";
import type { Grants } from "../host/broker.ts";
import type { Preopen } from "../host/broker_files.ts";
import type { HostRule } from "../host/broker_hosts.ts";
import { identity } from "../host/broker_path.ts";
import { componentCacheFolder } from "./component_cache_folder.ts";
import type { SandboxParams } from "./params.ts";
import type { RuntimeBuild } from "./runtime.ts";

const log = getLogger(["omw", "runtime"]);

/** Where an entry stands in the config, and where its paths are looked up. */
export type GrantPlace = Pick<RuntimeBuild, "where" | "base">;

/**
 * What the keys grant. The folders have to be there now; which ones they are is settled here, whatever takes their names later.
 * @param files the brain's own files, absolute
 * @throws {ConfigError} that names the key of a folder that cannot be opened to a component
 */
export async function sandboxGrants(params: SandboxParams, place: GrantPlace, files: readonly string[]): Promise<Grants> {
  const preopens: Preopen[] = [];
  for (const [i, { host_path, guest_path, perms }] of params.preopens.entries()) {
    const where = `${place.where}.preopens[${i}].host_path`;
    try {
      const hostPath = await Deno.realPath(await resolvePath(host_path, place.base));
      const info = await Deno.lstat(hostPath);
      if (!info.isDirectory) throw new Error("it is no folder");
      await refuseCache(hostPath);
      const writable = perms === "read_write";
      if (writable) await warnOfOwnFiles(hostPath, where, [place.base.dir, ...files]);
      preopens.push({ hostPath, id: identity(info), guestPath: guest_path, writable });
    } catch (cause) {
      throw new ConfigError(`${where}: failed to preopen ${JSON.stringify(host_path)}: ${reason(cause)}`, { cause });
    }
  }
  const hosts = await hostRules(params.allow_hosts);
  const all = params.inherit_network;
  return {
    preopens,
    tcp: all || params.allow_tcp,
    udp: all || params.allow_udp,
    names: all || params.allow_ip_name_lookup,
    hosts: hostsOf(all, hosts),
  };
}

async function hostRules(entries: readonly string[]): Promise<HostRule[]> {
  if (entries.length === 0) return [];
  const { parseHostRule } = await import(
    import.meta.resolve("../host/broker_hosts.ts")
  ) as typeof import("../host/broker_hosts.ts");
  return entries.map(parseHostRule);
}

/** Without `inherit_network` no list means no host; with it, a list that is given narrows it. */
function hostsOf(all: boolean, hosts: HostRule[]): HostRule[] | undefined {
  return all && hosts.length === 0 ? undefined : hosts;
}

/** The cache holds code that brain processes run: who can write to it is in all of them, and reading it serves nobody. */
async function refuseCache(folder: string): Promise<void> {
  const cache = componentCacheFolder((name) => Deno.env.get(name));
  if (cache === undefined) return;
  const real = await realOrAhead(cache);
  if (!holds(folder, real) && !holds(real, folder)) return;
  throw new Error(
    `it holds omw's cache of transpiled components (${cache}); name a folder beside it, or move the cache by XDG_CACHE_HOME`,
  );
}

async function warnOfOwnFiles(folder: string, where: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (!holds(folder, await realOrAhead(file))) continue;
    log.warn("a component may change the config or a brain's own file", { key: where, folder, file });
    return;
  }
}

function holds(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** The real path of what may not exist yet: that of the nearest folder above it that does, and the rest. */
async function realOrAhead(path: string): Promise<string> {
  const missing: string[] = [];
  for (let at = resolve("/", path);; at = dirname(at)) {
    try {
      return [await Deno.realPath(at), ...missing.reverse()].join("/").replaceAll(/\/+/g, "/");
    } catch {
      if (dirname(at) === at) return path;
      missing.push(at.slice(dirname(at).length).replace(/^\//, ""));
    }
  }
}
