/**
 * What commands write: text on standard output, and files that are never half-written.
 * @module
 */

import { basename, dirname, join } from "node:path/posix";
import { writeAll } from "./line_writer.ts";

/** Names of standard output in place of a file's. */
const standardOutput: ReadonlySet<string> = new Set(["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]);

/** Whether a path names standard output. */
export function isStandardOutput(path: string): boolean {
  return standardOutput.has(path);
}

/**
 * Writes to standard output. A reader that went away early (`omw schema | head`) has what it wanted: that is no error.
 * @throws when it cannot be written for another reason, such as a full disk
 */
export async function writeOut(content: string | Uint8Array): Promise<void> {
  try {
    await writeAll(Deno.stdout, typeof content === "string" ? new TextEncoder().encode(content) : content);
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return;
    throw new Error("cannot write to standard output", { cause: error });
  }
}

/** Writes to standard error. When nobody reads that either, only the exit code is left to tell. */
export async function writeError(text: string): Promise<void> {
  try {
    await writeAll(Deno.stderr, new TextEncoder().encode(text));
  } catch {
    // Nothing can be told any more.
  }
}

/**
 * Writes a file, or standard output when `path` is `-`. Folders that are missing are made. The file appears whole or not at all: it is
 * written beside its place and renamed; a symbolic link is followed, and a device or pipe is written directly.
 * @throws when that fails, naming the path
 */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  if (isStandardOutput(path)) return await writeOut(content);
  try {
    await writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
  } catch (error) {
    throw new Error(`cannot write ${JSON.stringify(path)}`, { cause: error });
  }
}

async function writeFile(path: string, content: Uint8Array): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  const existing = await statOrNothing(path);
  if (existing !== undefined && !existing.isFile) return await Deno.writeFile(path, content, { create: false });
  const target = existing === undefined ? path : await Deno.realPath(path);
  const draft = join(dirname(target), `.${basename(target)}.${crypto.randomUUID()}.tmp`);
  try {
    await Deno.writeFile(draft, content, { createNew: true, mode: existing?.mode ?? undefined });
    await Deno.rename(draft, target);
  } catch (error) {
    await Deno.remove(draft).catch(() => {}); // It may not have been made; the first error is the one to tell.
    throw error;
  }
}

async function statOrNothing(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
