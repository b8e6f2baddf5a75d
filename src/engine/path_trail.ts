/**
 * What has to be watched so that no change of a path goes unseen.
 * @module
 */

import { dirname, isAbsolute, join } from "node:path";

/** As many links as Linux follows before it calls a path a loop (path_resolution(7)). */
const MAX_LINKS = 40;

/**
 * The names that decide where an absolute path leads, in the order in which they are met: every symbolic link on the way, and at
 * the end the file itself, or the first name that does not exist yet. All of them are free of links but for their last part, so
 * they can be compared with what a watcher of their folders reports.
 *
 * A ConfigMap's `/etc/app/a.js` → `..data/a.js`, `..data` → `..v1` gives `/etc/app/a.js`, `/etc/app/..data` and
 * `/etc/app/..v1/a.js`: the swap of `..data` is seen in the first folder, a write to the file in the second.
 *
 * A part of the path that may not be looked at is taken for an ordinary folder.
 * @throws {TypeError} when the path is relative
 */
export async function pathTrail(path: string): Promise<string[]> {
  if (!isAbsolute(path)) throw new TypeError(`Cannot follow the relative path ${JSON.stringify(path)}`);
  const trail: string[] = [];
  // The parts still to go, the next one last.
  const parts = path.split("/").reverse();
  let at = "/";
  let links = 0;
  while (parts.length > 0) {
    const part = parts.pop();
    if (part === undefined || part === "" || part === ".") continue;
    if (part === "..") {
      // `at` holds no links, so its text may be cut.
      at = dirname(at);
      continue;
    }
    const next = join(at, part);
    const target = await linkTarget(next);
    if (target === "missing") {
      trail.push(next);
      return trail;
    }
    if (target === "no link") {
      at = next;
      continue;
    }
    trail.push(next);
    if (++links > MAX_LINKS) return trail;
    parts.push(...target.path.split("/").reverse());
    if (isAbsolute(target.path)) at = "/";
  }
  trail.push(at);
  return trail;
}

async function linkTarget(path: string): Promise<{ path: string } | "no link" | "missing"> {
  try {
    if (!(await Deno.lstat(path)).isSymlink) return "no link";
    return { path: await Deno.readLink(path) };
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || error instanceof Deno.errors.PermissionDenied) return "no link";
    return "missing";
  }
}
