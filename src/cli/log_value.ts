/**
 * Log fields as JSON values of bounded size.
 * @module
 */

import { faultLine } from "./fault.ts";

/**
 * A field's value as JSON text: numbers as numbers, an error as its one line, a text cut to `limit` UTF-16 units (also inside objects).
 * `undefined` for what has no JSON form, such as functions: the field is left out. Secrets redact themselves (`toJSON`).
 */
export function fieldJson(value: unknown, limit: number): string | undefined {
  try {
    return JSON.stringify(value, (_key, inner: unknown) => plain(inner, limit));
  } catch {
    return '"<unprintable>"';
  }
}

/** A text cut to `limit` UTF-16 units, which says what is missing; half a character at the cut is replaced. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit).toWellFormed()}… (${text.length - limit} more characters)`;
}

function plain(value: unknown, limit: number): unknown {
  if (typeof value === "string") return cut(value, limit);
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Error) return cut(faultLine(value), limit);
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  return value;
}
