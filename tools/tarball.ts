/**
 * Tarballs that are the same bytes whenever they are made of the same files.
 * @module
 */

import { join } from "node:path";
import { runTool } from "./run_tool.ts";

/**
 * Packs what is in a folder. The tarball appears whole or not at all.
 * @param epoch the time of every entry, in seconds since 1970
 * @throws {Error} with what tar or gzip said
 */
export async function writeTarball(folder: string, output: string, epoch: number): Promise<void> {
  const draft = `${output}.${crypto.randomUUID()}.tmp`;
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  const form = ["--format=gnu", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=@${epoch}`];
  try {
    // Level 6: level 9 takes three times as long for a hundredth of the size.
    await runTool("tar", ["--create", ...form, "--use-compress-program=gzip -6 -n", "--file", draft, "--", ...names], {
      cwd: folder,
    });
    await Deno.rename(draft, output);
  } catch (error) {
    await Deno.remove(draft).catch(() => {}); // It may not have been made; the first fault is the one to tell.
    throw error;
  }
}

/** Writes `SHA256SUMS` for every tarball and bill of materials of a folder, in the form of `sha256sum`. */
export async function writeChecksums(folder: string): Promise<void> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name.endsWith(".tar.gz") || name.endsWith(".spdx.json")).sort();
  const lines = await Promise.all(names.map(async (name) => `${await sha256Of(join(folder, name))}  ${name}\n`));
  const draft = join(folder, `SHA256SUMS.${crypto.randomUUID()}.tmp`);
  await Deno.writeTextFile(draft, lines.join(""));
  await Deno.rename(draft, join(folder, "SHA256SUMS"));
}

/** The SHA-256 of a file, in hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await Deno.readFile(path));
  return new Uint8Array(hash).toHex();
}

/** Gives everything in a folder one time, in seconds since 1970. */
export async function stampTree(folder: string, epoch: number): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) await stampTree(join(folder, name), epoch);
    else await Deno.utime(join(folder, name), epoch, epoch);
  }
  await Deno.utime(folder, epoch, epoch);
}
