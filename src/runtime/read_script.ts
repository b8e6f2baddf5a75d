/**
 * Reads a script's text.
 * @module
 */

import { reason } from "../config/errors.ts";

/** The largest script that is taken, in bytes; it travels to the brain's process as text. The largest bundles are a few MB. */
const MAX_SCRIPT_BYTES = 64 * 1024 * 1024;

/**
 * The text of a script file.
 * @throws {Error} that names the file: it cannot be read, is no file or larger than 64 MiB, or is no UTF-8
 */
export async function readScript(path: string, kind: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    const { isFile, size } = await Deno.stat(path);
    // Reading a pipe may wait for ever, and a device may never end.
    if (!isFile) throw new Error("it is no regular file");
    if (size > MAX_SCRIPT_BYTES) throw new Error(`it has ${size} bytes, and ${MAX_SCRIPT_BYTES} are the most that is taken`);
    bytes = await Deno.readFile(path);
  } catch (error) {
    throw new Error(`failed to read ${kind} script ${JSON.stringify(path)}: ${reason(error)}`, { cause: error });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`failed to read ${kind} script ${JSON.stringify(path)}: it is not UTF-8 text`, { cause: error });
  }
}
