/**
 * Loading a test: its config, the base configs of the folders above it, the environment over both, and its assertions.
 * @module
 */

import { ConfigError } from "../config/errors.ts";
import { loadConfig, type LoadedConfig } from "../config/load.ts";
import { dirname, resolve } from "../config/posix_path.ts";
import { type Assertions, parseAssertions } from "./assertions.ts";
import type { FoundTest } from "./discovery.ts";

/** What variables begin with that are laid over test configs. */
export const TEST_PREFIX = "OMW_TEST__";

/** The name of a config that lies under all tests of its folder and of the folders in it. */
export const BASE_NAME = "omw.test.base.toml";

/** A test that is ready to run. */
export interface TestConfig {
  /** The config; its scripts are absolute paths. */
  loaded: LoadedConfig;
  /** What is asserted. */
  assertions: Assertions;
}

/**
 * Loads a test.
 * @param root the folder from which on base configs count
 * @param env only variables that begin with `OMW_TEST__` count
 * @throws {ConfigError} when it cannot be read or is wrong, or asserts nothing
 */
export async function loadTest(test: FoundTest, root: string, env: Readonly<Record<string, string>>): Promise<TestConfig> {
  const dir = dirname(resolve("/", test.path));
  const base = await basesOf(dir, root);
  const loaded = await loadConfig({ path: test.path, cwd: dir, env, prefix: TEST_PREFIX, base });
  const { config } = loaded;
  const assertions = parseAssertions(config.assertions, config.agents.map(({ name }) => name));
  if (assertions.size === 0) {
    const example = `[assertions.${config.agents[0]?.name ?? "agent"}] with outcome = "completed"`;
    throw new ConfigError(`assertions: there are none, so the test cannot fail; say what is expected, such as ${example}`);
  }
  // A test must not depend on the folder that it was started from, so the config's folder is the only place to look in.
  config.agents = config.agents.map((agent) => ({ ...agent, script: resolve(loaded.dir, agent.script) }));
  return { loaded, assertions };
}

/** The base configs from the root down to `dir`, those that exist. */
async function basesOf(dir: string, root: string): Promise<string[]> {
  const top = resolve("/", root);
  const folders: string[] = [];
  const isBelow = dir.startsWith(top === "/" ? "/" : `${top}/`);
  for (let folder = dir; isBelow && folder !== top; folder = dirname(folder)) folders.unshift(folder);
  folders.unshift(top);
  const bases: string[] = [];
  for (const folder of folders) {
    const path = resolve(folder, BASE_NAME);
    if (await exists(path)) bases.push(path);
  }
  return bases;
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw new ConfigError(`${path} cannot be looked at`, { cause: error });
  }
}
