/**
 * What commands write on standard output and standard error.
 * @module
 */

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
