/**
 * Bytes in a text, one in each UTF-16 unit: how they cross the border between the process and the brain's world, where only texts do.
 * @module
 */

/** How many units one call of `String.fromCharCode` is given: far below the engine's bound on arguments. */
const PIECE = 8192;

/** The bytes in a text; of a unit above 255, the low byte. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Bytes as a text. */
export function textOf(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let i = 0; i < bytes.length; i += PIECE) pieces.push(String.fromCharCode(...bytes.subarray(i, i + PIECE)));
  return pieces.join("");
}
