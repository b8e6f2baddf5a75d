/**
 * Loads a config: the file, the environment over it, the checks of its generic part.
 * @module
 */

import { resolve } from "./posix_path.ts";
import { checkConfig } from "./check.ts";
import { ConfigError } from "./errors.ts";
import { mergeTables, readLayers } from "./layers.ts";
import { hasOverlay, overlayEnvironment } from "./overlay.ts";
import { parseSource } from "./parse_source.ts";
import { emptyTable, type Table } from "./plain_tree.ts";
import { type ConfigSource, readSource } from "./read_source.ts";
import type { Config } from "./schema.ts";

/** The name of the config that is read when none is given. */
export const DEFAULT_CONFIG = "omw.toml";

/** Where a config comes from. */
export interface LoadOptions {
  /** The file; `-` is standard input. Absent: `omw.toml` in `cwd`, or none when the environment holds values. */
  path?: string;
  /** The environment; only variables that begin with `prefix` count. */
  env: Readonly<Record<string, string>>;
  /** The working folder, absolute. */
  cwd: string;
  /** What the variables begin with: `OMW__` unless given. */
  prefix?: string;
  /** Configs that lie under the file, the lowest first: tables are merged key by key, anything else is replaced. */
  base?: readonly string[];
  /** Standard input, for `-`; the process's own unless given. */
  stdin?: ReadableStream<Uint8Array>;
}

/** A loaded config and where it came from. */
export interface LoadedConfig {
  /** The config. */
  config: Config;
  /** The folder that its relative paths are looked up in first: the file's, else the working folder. */
  dir: string;
  /** The absolute path of the file; absent for standard input and when the environment is all there is. */
  path?: string;
  /** What to tell the user, one line each; none of them stops the program. */
  warnings: string[];
  /** What the config was made of: the file's name as given, then the variables. Names only, no values. */
  sources: string[];
}

/**
 * Reads, overlays and checks a config. Params of the kinds are not looked at: the kinds do that when they are built.
 * @throws {ConfigError} when it cannot be read, parsed or used; the message begins with the file's name, and the line and column
 * where the parser knows them
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const source = await readConfig(options);
  const label = source?.label ?? "the environment";
  try {
    const own: Table = source === undefined ? emptyTable() : parseSource(source);
    const { base = [] } = options;
    const document = base.length === 0 ? own : mergeTables(await readLayers(base, options.cwd), own);
    const overlay = overlayEnvironment(document, options.env, options.prefix);
    const { config, warnings } = await checkConfig(document);
    return {
      config,
      dir: source?.dir ?? options.cwd,
      path: source?.path,
      warnings: [...overlay.warnings, ...warnings],
      sources: [...base, ...(source === undefined ? [] : [source.label]), ...overlay.variables],
    };
  } catch (error) {
    if (!(error instanceof ConfigError) || error.message.startsWith(`${label}:`)) throw error;
    throw new ConfigError(`${label}: ${error.message}`, { cause: error.cause });
  }
}

async function readConfig(options: LoadOptions): Promise<ConfigSource | undefined> {
  const { path, cwd, env, prefix, stdin } = options;
  if (path !== undefined) return await readSource(path, cwd, stdin);
  if (!hasOverlay(env, prefix)) return await readSource(DEFAULT_CONFIG, cwd, stdin);
  try {
    await Deno.stat(resolve(cwd, DEFAULT_CONFIG));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
  }
  return await readSource(DEFAULT_CONFIG, cwd, stdin);
}
