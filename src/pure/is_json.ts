/**
 * Whether a text is JSON.
 * @module
 */

/** Whether `text` is one whole JSON text; the empty text is not. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
