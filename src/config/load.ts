/**
 * Loads a config: the file, the environment over it, the checks of its generic part.
 *
 * What lays one thing over another is loaded when there is something to lay: most starts have the file alone.
 * @module
 */

import { checkConfig } from "./check.ts";
import { ENV_PREFIX, isOverlay } from "./env_value.ts";
import { ConfigError } from "./errors.ts";
import type { Overlay } from "./overlay.ts";
import { parseSource } from "./parse_source.ts";
import { emptyTable, type Table } from "./plain_tree.ts";
import { resolve } from "./posix_path.ts";
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
    const { base = [] } = options;
    const document = await overBase(source === undefined ? emptyTable() : parseSource(source), base, options.cwd);
    const overlay = await overlaid(document, options);
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

async function overBase(document: Table, base: readonly string[], cwd: string): Promise<Table> {
  if (base.length === 0) return document;
  const { mergeTables, readLayers } = await import(import.meta.resolve("./layers.ts")) as typeof import("./layers.ts");
  return mergeTables(await readLayers(base, cwd), document);
}

/** Lays the environment over `document`, in place. */
async function overlaid(document: Table, options: LoadOptions): Promise<Overlay> {
  if (!hasOverlay(options)) return { variables: [], warnings: [] };
  const { overlayEnvironment } = await import(import.meta.resolve("./overlay.ts")) as typeof import("./overlay.ts");
  return overlayEnvironment(document, options.env, options.prefix);
}

function hasOverlay({ env, prefix = ENV_PREFIX }: LoadOptions): boolean {
  return Object.keys(env).some((variable) => isOverlay(variable, prefix));
}

async function readConfig(options: LoadOptions): Promise<ConfigSource | undefined> {
  const { path, cwd, stdin } = options;
  if (path !== undefined) return await readSource(path, cwd, stdin);
  if (!hasOverlay(options)) return await readSource(DEFAULT_CONFIG, cwd, stdin);
  try {
    await Deno.stat(resolve(cwd, DEFAULT_CONFIG));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    // Any other fault is told by whoever reads it.
  }
  return await readSource(DEFAULT_CONFIG, cwd, stdin);
}
