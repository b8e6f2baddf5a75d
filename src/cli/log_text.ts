/**
 * Log records for people at a terminal.
 * @module
 */

import type { LogEntry, LogLevel } from "../protocol/log.ts";
import { CONTROL, escaped } from "./fault.ts";
import { levelName, targetOf } from "./log_json.ts";
import { cut, fieldJson } from "./log_value.ts";

/** A text longer than this many UTF-16 units is cut: a terminal is no place to read it. */
const MAX_TEXT = 4096;

/** At most so many fields are shown. */
const MAX_FIELDS = 64;

/** What continues a line. */
const INDENT = "             ";

const levelColours: Readonly<Record<LogLevel, string>> = {
  trace: "\x1b[90m",
  debug: "\x1b[36m",
  info: "\x1b[32m",
  warning: "\x1b[33m",
  error: "\x1b[31m",
};
const DIM = "\x1b[2m";
const RESET = "\x1b[0m";

/** How the lines look. */
export interface TextStyle {
  /** Whether there are colours. */
  readonly colours: boolean;
  /** The terminal's width in columns; fields that do not fit go on the next line. */
  readonly width: number;
}

/**
 * One record: local time, level, message, then `field=value`. Control characters are shown escaped, since texts of models, tools and
 * servers must not drive the terminal. The target stands at the end when it is not omw's own.
 */
export function textLine(entry: LogEntry, style: TextStyle): string {
  const time = new Date(entry.timestamp);
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
  const level = levelName(entry.level).padStart(5);
  const [first = "", ...rest] = visible(cut(entry.message, MAX_TEXT)).split("\n");
  let text = `${paint(clock, DIM, style)} ${paint(level, levelColours[entry.level], style)} ${first}`;
  let column = clock.length + level.length + first.length + 2;
  for (const line of rest) {
    text += `\n${INDENT}${line}`;
    column = INDENT.length + line.length;
  }
  for (const field of fieldTexts(entry)) {
    const fits = column + 1 + field.length <= style.width;
    text += `${fits ? " " : `\n${INDENT}`}${paint(field, DIM, style)}`;
    column = (fits ? column + 1 : INDENT.length) + field.length;
  }
  return `${text}\n`;
}

function fieldTexts(entry: LogEntry): string[] {
  const texts: string[] = [];
  for (const [name, value] of Object.entries(entry.fields).slice(0, MAX_FIELDS)) {
    const json = typeof value === "string" && PLAIN.test(value) ? value : fieldJson(value, MAX_TEXT);
    if (json !== undefined) texts.push(visible(cut(`${name}=${json}`, MAX_TEXT)).replaceAll("\n", "\\n"));
  }
  const target = targetOf(entry);
  if (!/^omw(?:::|$)/.test(target)) texts.push(`(${target})`);
  return texts;
}

/** What needs no quotes. */
const PLAIN = /^[^\s"=]{1,200}$/;

function visible(text: string): string {
  return text.replaceAll(CONTROL, escaped);
}

function paint(text: string, colour: string, style: TextStyle): string {
  return style.colours ? `${colour}${text}${RESET}` : text;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
