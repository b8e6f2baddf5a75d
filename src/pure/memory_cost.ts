/**
 * How an agent's memory is measured.
 * @module
 */

import { utf8Length } from "./utf8_length.ts";

/** What an entry costs beside its text: about what a hash table takes for one, so that empty values are not free. */
const ENTRY_BYTES = 64;

/** The bytes that an entry of an agent's memory counts: its key and its value in UTF-8, and 64 for the entry itself. */
export function memoryCost(key: string, value: string): number {
  return ENTRY_BYTES + utf8Length(key) + utf8Length(value);
}
