/**
 * Telling whether a file's content changed.
 * @module
 */

import { createHash } from "node:crypto";

/** How much is read at once: the memory that a fingerprint takes, however large the file. */
const READ_BYTES = 64 * 1024;

/** The content of a file, as far as comparing goes. */
export interface Fingerprint {
  /** The SHA-256 of the content. */
  digest: string;
  /** The content's length in bytes. */
  size: number;
}

/**
 * The fingerprint of the regular file at `path`, links followed; `undefined` when there is none that can be read now. Reads what
 * the file's size promised at the start, so that one which grows all the time comes to an end.
 */
export async function fingerprint(path: string): Promise<Fingerprint | undefined> {
  try {
    // Asked before it is opened: to open a named pipe would wait for its writer.
    const { isFile, size } = await Deno.stat(path);
    if (!isFile) return undefined;
    using file = await Deno.open(path);
    const hash = createHash("sha256");
    const buffer = new Uint8Array(Math.min(size, READ_BYTES) || 1);
    let read = 0;
    while (read < size) {
      const count = await file.read(buffer.subarray(0, size - read));
      if (count === null) break;
      hash.update(buffer.subarray(0, count));
      read += count;
    }
    return { digest: hash.digest("base64"), size: read };
  } catch {
    // Gone, unreadable, a folder, a loop of links: for a watcher there is no content in any of these.
    return undefined;
  }
}
