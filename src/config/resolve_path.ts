/**
 * Finds the files that a config names.
 * @module
 */

import { ConfigError, reason } from "./errors.ts";
import { resolve } from "./posix_path.ts";

/** Where relative paths are looked up. */
export interface PathBase {
  /** The config's folder, absolute; it comes first. */
  dir: string;
  /** The working folder, absolute. */
  cwd: string;
}

/** The absolute paths that `path` may mean, the preferred one first (design §8). */
export function pathCandidates(path: string, { dir, cwd }: PathBase): string[] {
  return [...new Set([resolve(dir, path), resolve(cwd, path)])];
}

/**
 * The absolute path of an existing file or folder: in the config's folder, else in the working folder.
 * @throws {ConfigError} when it is in neither; the message names both places
 */
export async function resolvePath(path: string, base: PathBase): Promise<string> {
  const candidates = pathCandidates(path, base);
  for (const candidate of candidates) {
    try {
      await Deno.stat(candidate);
      return candidate;
    } catch (error) {
      // A file at the place of a folder (ENOTDIR) is no such path either; anything else, such as a refused permission, is told.
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) continue;
      throw new ConfigError(`${candidate} cannot be looked at: ${reason(error)}`, { cause: error });
    }
  }
  throw new ConfigError(`${JSON.stringify(path)} does not exist: looked for ${candidates.join(" and ")}`);
}
