/**
 * The form of handles.
 * @module
 */

/** A version 4, variant 1 UUID of RFC 9562 in lower case; `$` without a flag matches at the very end only. */
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Whether `text` is a handle as omw makes them: a random (version 4) UUID in lower case with dashes and nothing else. Brain
 * processes mint handles themselves (design §3), so the host asks this of each one.
 */
export function isUuidV4(text: string): boolean {
  return text.length === 36 && UUID_V4.test(text);
}
