/**
 * Where a guest's paths lead: resolved part by part inside a folder that is open, anew at each use.
 *
 * All of it is synchronous, and so is what the callers do with the result: between the look at a path and its use nothing else in this
 * process runs, so no other agent with the same folder can move a link into the way. Another *process* with write access to the
 * folder could; who has that can as well do without omw.
 * @module
 */

import { WasiFault } from "./broker_faults.ts";

/** How many links one path may lead through; as Linux bounds them. */
const MAX_LINKS = 40;

/** The longest path in UTF-16 units; as Linux bounds them, in bytes. */
const MAX_PATH = 4096;

/** A folder that is open: where it is, and which it is. */
export interface Folder {
  /** Its absolute path, without links. */
  readonly path: string;
  /** Its device and number there, by which a folder that took its place is told from it. */
  readonly id: string;
}

/** Where a path leads. */
export interface Place {
  /** The absolute path; no part of it is a link, save the last when links are not followed there. */
  readonly path: string;
  /** What is there, if anything. */
  readonly info: Deno.FileInfo | undefined;
}

/** The identity of a file. */
export function identity(info: Deno.FileInfo): string {
  return `${info.dev}:${info.ino}`;
}

/**
 * Looks at an open folder again.
 * @throws {WasiFault} when its path leads elsewhere by now: it was renamed, and something else may stand in its place
 */
export function revisit(folder: Folder): Deno.FileInfo {
  const info = look(folder.path);
  if (info === undefined) throw new WasiFault("no-entry");
  // The real path too: a preopen may lie in another one whose entries the guest can rename, and numbers of files are given out again.
  if (!info.isDirectory || identity(info) !== folder.id || realPath(folder.path) !== folder.path) {
    throw new WasiFault("not-permitted");
  }
  return info;
}

/**
 * Resolves a guest's path from an open folder.
 * @param follow whether a link in the last part is followed
 * @throws {WasiFault} `not-permitted` when it would leave the folder, `no-entry`, `not-directory`, `loop`, …
 */
export function resolvePlace(folder: Folder, path: string, follow: boolean): Place {
  if (path === "") throw new WasiFault("no-entry");
  if (path.length > MAX_PATH) throw new WasiFault("name-too-long");
  if (path.includes("\0")) throw new WasiFault("invalid");
  let isFolderWanted = /(?:^|\/)\.{0,2}$/.test(path);
  const trail: Place[] = [{ path: folder.path, info: revisit(folder) }];
  // The next part is the last of these.
  const rest = partsOf(path);
  let links = 0;
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    const here = trail.at(-1)!;
    if (here.info === undefined) throw new WasiFault("no-entry");
    if (!here.info.isDirectory) throw new WasiFault("not-directory");
    if (part === "..") {
      if (trail.length === 1) throw new WasiFault("not-permitted");
      trail.pop();
      continue;
    }
    const next = `${here.path === "/" ? "" : here.path}/${part}`;
    const info = look(next);
    if (info?.isSymlink && (rest.length > 0 || follow || isFolderWanted)) {
      if (++links > MAX_LINKS) throw new WasiFault("loop");
      const target = Deno.readLinkSync(next);
      if (rest.length === 0 && /\/\.{0,2}$/.test(target)) isFolderWanted = true;
      // One by one: the number of arguments of a call is limited.
      for (const each of partsOf(target)) rest.push(each);
      continue;
    }
    if (info !== undefined && isKernels(info)) throw new WasiFault("access");
    trail.push({ path: next, info });
  }
  const end = trail.at(-1)!;
  if (isFolderWanted && end.info !== undefined && !end.info.isDirectory) throw new WasiFault("not-directory");
  return end;
}

/**
 * The parts of a path that mean something, the first one last.
 * @throws {WasiFault} when it is absolute: there is no root but the folder
 */
function partsOf(path: string): string[] {
  if (path.startsWith("/")) throw new WasiFault("not-permitted");
  return path.split("/").filter((part) => part !== "" && part !== ".").reverse();
}

function look(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    throw new WasiFault("no-entry");
  }
}

let kernels: Set<number> | undefined;

/**
 * Whether a file is the kernel's own account of processes and devices. A folder that holds one (`/`) must not open up the host's
 * environment and memory.
 */
function isKernels({ dev }: Deno.FileInfo): boolean {
  if (kernels === undefined) {
    kernels = new Set();
    const root = deviceOf("/");
    for (const path of ["/proc", "/sys"]) {
      const found = deviceOf(path);
      // Where nothing is mounted there the folder is one like any other.
      if (found !== undefined && found !== root) kernels.add(found);
    }
  }
  return kernels.has(dev);
}

/** The device of a folder; `undefined` where this process may not look: then it can't read there either, whoever asks it to. */
function deviceOf(path: string): number | undefined {
  try {
    return Deno.lstatSync(path).dev;
  } catch {
    return undefined;
  }
}
