/**
 * Log records as JSON lines (facts §2.3).
 * @module
 */

import type { LogEntry, LogLevel } from "../protocol/log.ts";
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
};

const encoder = new TextEncoder();

/**
 * One line: `timestamp`, `level`, `message`, the fields in their order, `target`. No key occurs twice: a field that is called like one
 * of these gets a `_` at its end. A line that would be longer than `MAX_LINE_BYTES` has its texts cut, which they say, or as a last
 * resort its fields left out, which it says as `"truncated":true`.
 */
export function jsonLine(entry: LogEntry): string {
  const micros = nowMicros();
  for (let limit = FIRST_LIMIT; limit >= LAST_LIMIT; limit = Math.floor(limit / 4)) {
    const line = lineOf(entry, micros, fieldsJson(entry.fields, limit), limit);
    if (fits(line)) return line;
  }
  return lineOf(entry, micros, ',"truncated":true', LAST_LIMIT);
}

/** The level as logs show it. */
export function levelName(level: LogLevel): string {
  return levelNames[level];
}

/** The target: the category joined as module paths are, such as `omw::host`. */
export function targetOf(entry: LogEntry): string {
  return entry.category.join("::");
}

function lineOf(entry: LogEntry, micros: number, fields: string, limit: number): string {
  const head = `{"timestamp":"${rfc3339Micros(micros)}","level":"${levelName(entry.level)}"`;
  return `${head},"message":${JSON.stringify(cut(entry.message, limit))}${fields},"target":${JSON.stringify(targetOf(entry))}}\n`;
}

function fieldsJson(fields: Readonly<Record<string, unknown>>, limit: number): string {
  let json = "";
  const taken = new Set(["timestamp", "level", "message", "target", "truncated"]);
  for (const [name, value] of Object.entries(fields)) {
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
