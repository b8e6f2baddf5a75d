/**
 * Finds the tests of a folder.
 * @module
 */

import { dirname, resolve } from "../config/posix_path.ts";

/** A test config that was found. */
export interface FoundTest {
  /** Its path below the root, with `/` between folders: what it is called in reports. */
  label: string;
  /** Its absolute path. */
  path: string;
}

/** What was found where. */
export interface Discovery {
  /** The folder that labels are relative to, absolute. */
  root: string;
  /** The tests, by label in the order of their UTF-16 units. */
  tests: FoundTest[];
}

/** The tests' files are called so, or end so after a dot. */
const NAME = "omw.test.toml";

/**
 * The test at `path`, whatever its name, or all tests below a folder. Hidden folders are passed over, the root apart, and symbolic
 * links to folders are not followed, so that there is no ring.
 * @throws {Error} when there is no such path, or a folder cannot be read
 */
export async function discover(path: string): Promise<Discovery> {
  const absolute = resolve(Deno.cwd(), path);
  if (!await isFolder(absolute, path)) {
    return { root: dirname(absolute), tests: [{ label: absolute.slice(absolute.lastIndexOf("/") + 1), path: absolute }] };
  }
  const tests: FoundTest[] = [];
  const open = [""];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const { name, isDirectory } of await entriesOf(resolve(absolute, folder))) {
      const label = folder === "" ? name : `${folder}/${name}`;
      if (isDirectory) {
        if (!name.startsWith(".")) open.push(label);
      } else if (name === NAME || name.endsWith(`.${NAME}`)) {
        tests.push({ label, path: resolve(absolute, label) });
      }
    }
  }
  return { root: absolute, tests: tests.sort((a, b) => a.label < b.label ? -1 : 1) };
}

async function isFolder(absolute: string, given: string): Promise<boolean> {
  try {
    return (await Deno.stat(absolute)).isDirectory;
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) throw new Error(`path ${given} does not exist (looked for ${absolute})`);
    throw new Error(`path ${given} cannot be looked at`, { cause });
  }
}

async function entriesOf(folder: string): Promise<Deno.DirEntry[]> {
  try {
    return await Array.fromAsync(Deno.readDir(folder));
  } catch (cause) {
    throw new Error(`cannot look for tests in ${folder}`, { cause });
  }
}
