/**
 * Which log lines are shown, as users write it: `debug`, or `info,omw::host=debug,omw::tooling=off` (the common subset of what
 * `RUST_LOG` accepts).
 * @module
 */

import type { LogEntry, LogLevel } from "../protocol/log.ts";

/** Which lines are shown; `off` shows none. */
export interface LogFilter {
  /** The least level of targets that are not named. */
  readonly level: LogLevel | "off";
  /** The least level of a target and of everything below it, such as `omw::host`. */
  readonly targets: ReadonlyMap<string, LogLevel | "off">;
}

/** What is shown when nothing else was asked for. */
export const defaultFilter: LogFilter = { level: "info", targets: new Map() };

const levels: ReadonlyMap<string, LogLevel | "off"> = new Map([
  ["off", "off"],
  ["error", "error"],
  ["warn", "warning"],
  ["warning", "warning"],
  ["info", "info"],
  ["debug", "debug"],
  ["trace", "trace"],
]);

/** A target: words joined by `::`. Nothing else is looked up, so a span or a field pattern is not mistaken for one. */
const TARGET = /^[A-Za-z0-9_-]+(?:::[A-Za-z0-9_-]+)*$/;

/**
 * Reads a filter; `undefined` when it is not understood (a bare word that is no level counts as a mistake, not as a target, or a
 * typing error would silence the log). Unnamed targets are shown from `error` on when only targets are given, as with `RUST_LOG`.
 */
export function parseLogFilter(text: string): LogFilter | undefined {
  let level: LogLevel | "off" | undefined;
  const targets = new Map<string, LogLevel | "off">();
  for (const part of text.split(",")) {
    const directive = part.trim();
    if (directive === "") continue;
    const equals = directive.indexOf("=");
    const found = levels.get(directive.slice(equals + 1).trim().toLowerCase());
    if (found === undefined) return undefined;
    const target = directive.slice(0, Math.max(0, equals)).trim();
    if (equals < 0) level = found;
    else if (TARGET.test(target)) targets.set(target, found);
    else return undefined;
  }
  if (level === undefined && targets.size === 0) return undefined;
  return { level: level ?? "error", targets };
}

/** From least to most. */
const ranks: Readonly<Record<LogLevel, number>> = { trace: 0, debug: 1, info: 2, warning: 3, error: 4 };

/** Whether a line is shown: the longest target that it lies below decides, else the filter's own level. */
export function shows({ level, targets }: LogFilter, entry: Pick<LogEntry, "category" | "level">): boolean {
  let least = level;
  if (targets.size > 0) {
    for (let length = entry.category.length; length > 0; length--) {
      const named = targets.get(entry.category.slice(0, length).join("::"));
      if (named === undefined) continue;
      least = named;
      break;
    }
  }
  return least !== "off" && ranks[entry.level] >= ranks[least];
}
