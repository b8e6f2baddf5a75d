/**
 * Reads a script's text.
 * @module
 */

/**
 * The text of a script file.
 * @throws {Error} that names the file: it cannot be read, or is no UTF-8
 */
export async function readScript(path: string, kind: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(path);
  } catch (error) {
    throw new Error(`failed to read ${kind} script ${JSON.stringify(path)}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`failed to read ${kind} script ${JSON.stringify(path)}: it is not UTF-8 text`, { cause: error });
  }
}
