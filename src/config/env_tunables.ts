/**
 * Tunables of a program that has no config of its own.
 * @module
 */

import { checkConfig } from "./check.ts";
import { overlayEnvironment } from "./overlay.ts";
import { emptyTable } from "./plain_tree.ts";
import type { Tunables } from "./tunables.ts";

/**
 * The tunables as the environment alone sets them: variables that begin with `prefix`, such as `OMW_TEST__`, then `TUNABLES__`.
 * @throws {ConfigError} when a value is wrong
 */
export async function environmentTunables(env: Readonly<Record<string, string>>, prefix: string): Promise<Tunables> {
  const section = `${prefix}TUNABLES__`;
  const own = Object.entries(env).filter(([name]) => name.toUpperCase().startsWith(section));
  const document = emptyTable();
  overlayEnvironment(document, Object.fromEntries(own), prefix);
  return (await checkConfig(document)).config.tunables;
}
