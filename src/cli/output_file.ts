/**
 * What commands write into files: never half of one.
 * @module
 */

import { basename, dirname, join } from "node:path/posix";
import { isStandardOutput, writeOut } from "./output.ts";

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
