/**
 * Reads the keys of a runtime entry.
 * @module
 */

import { ConfigError } from "../config/errors.ts";
import { type ParamsSchema, parseParams } from "../config/params.ts";
import type { SandboxParams } from "./params.ts";
import type { RuntimeBuild } from "./runtime.ts";

/**
 * What an entry's keys say, by the schema of its kind.
 * @throws {ConfigError} with the path of each fault
 */
export async function readParams<T extends SandboxParams>(schema: ParamsSchema<T>, entry: RuntimeBuild): Promise<T> {
  const params = parseParams(schema, entry.params, entry.where, entry.warn);
  if (params.allow_hosts.length > 0) await checkHosts(params.allow_hosts, entry.where);
  return params;
}

/** Apart from the schema, because what reads addresses stands on `node:net`, which takes 18 ms to load (measured). */
async function checkHosts(hosts: readonly string[], where: string): Promise<void> {
  const { parseHostRule } = await import(
    import.meta.resolve("../host/broker_hosts.ts")
  ) as typeof import("../host/broker_hosts.ts");
  for (const [i, host] of hosts.entries()) {
    try {
      parseHostRule(host);
    } catch (cause) {
      throw new ConfigError(`${where}.allow_hosts[${i}]: ${(cause as Error).message}`, { cause });
    }
  }
}
