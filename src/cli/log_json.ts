/**
 * Log records as JSON lines (facts §2.3).
 * @module
 */

import type { LogLevel, LogRecord } from "@logtape/logtape";
import { nowMicros, rfc3339Micros } from "./clock.ts";
import { cut, fieldJson } from "./log_value.ts";

/** The longest line in bytes, its end included: what log collectors commonly take (journald's default line is 48 KiB, Fluent Bit's buffer 32 KiB to 2 MiB). */
export const MAX_LINE_BYTES: number = 64 * 1024;

/** Texts are cut to so many UTF-16 units at first, and to a quarter of it again until the line fits. */
const FIRST_LIMIT = 16 * 1024;

/** Below this, the fields go. */
const LAST_LIMIT = 64;

const levelNames: Readonly<Record<LogLevel, string>> = {
  trace: "TRACE",
  debug: "DEBUG",
  info: "INFO",
  warning: "WARN",
  error: "ERROR",
  fatal: "ERROR",
};

const encoder = new TextEncoder();

/**
 * One line: `timestamp`, `level`, `message`, the fields in their order, `target`. No key occurs twice: a field that is called like one
 * of these gets a `_` at its end. A line that would be longer than `MAX_LINE_BYTES` has its texts cut, which they say, or as a last
 * resort its fields left out, which it says as `"truncated":true`.
 */
export function jsonLine(record: LogRecord): string {
  const micros = nowMicros();
  for (let limit = FIRST_LIMIT; limit >= LAST_LIMIT; limit = Math.floor(limit / 4)) {
    const line = lineOf(record, micros, fieldsJson(record.properties, limit), limit);
    if (fits(line)) return line;
  }
  return lineOf(record, micros, ',"truncated":true', LAST_LIMIT);
}

/** The level as logs show it. */
export function levelName(level: LogLevel): string {
  return levelNames[level];
}

/** The target: the category joined as module paths are, such as `omw::host`. */
export function targetOf(record: LogRecord): string {
  return record.category.join("::");
}

/** The message with its placeholders filled in; texts as they are, other values as JSON. */
export function messageOf(record: LogRecord): string {
  // Texts of the template stand at the even places, the values between them.
  const part = (value: unknown, place: number) =>
    place % 2 === 0 || typeof value === "string" ? String(value) : fieldJson(value, FIRST_LIMIT) ?? "";
  return record.message.map(part).join("");
}

function lineOf(record: LogRecord, micros: number, fields: string, limit: number): string {
  const head = `{"timestamp":"${rfc3339Micros(micros)}","level":"${levelName(record.level)}"`;
  return `${head},"message":${JSON.stringify(cut(messageOf(record), limit))}${fields},"target":${
    JSON.stringify(targetOf(record))
  }}\n`;
}

function fieldsJson(properties: Readonly<Record<string, unknown>>, limit: number): string {
  let json = "";
  const taken = new Set(["timestamp", "level", "message", "target", "truncated"]);
  for (const [name, value] of Object.entries(properties)) {
    const text = fieldJson(value, limit);
    if (text === undefined) continue;
    let key = cut(name, limit);
    while (taken.has(key)) key += "_";
    taken.add(key);
    json += `,${JSON.stringify(key)}:${text}`;
    if (json.length > MAX_LINE_BYTES) break; // It does not fit; no need to look at the rest.
  }
  return json;
}

function fits(line: string): boolean {
  if (line.length > MAX_LINE_BYTES) return false;
  return line.length * 3 <= MAX_LINE_BYTES || encoder.encode(line).length <= MAX_LINE_BYTES;
}
