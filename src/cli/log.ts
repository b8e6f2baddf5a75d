/**
 * The program's log: where `getLogger(["omw", "<room>"])` of every room leads.
 * @module
 */

import { configureSync, getLogger, type LoggerConfig, type LogLevel, type LogRecord } from "@logtape/logtape";
import { beforeExit } from "./exit.ts";
import { jsonLine } from "./log_json.ts";
import { defaultFilter, type LogFilter, parseLogFilter } from "./log_filter.ts";
import { textLine, type TextStyle } from "./log_text.ts";
import { LineWriter } from "./line_writer.ts";
import type { Invocation } from "./options.ts";

/** A terminal whose width cannot be asked has this many columns. */
const USUAL_WIDTH = 80;

/** How long the last lines may take to be written, in ms; a pipe that somebody reads takes microseconds. */
const FLUSH_MS = 1000;

/** The log of this process. */
export interface Log {
  /** For people (`tty`) or for programs (`pipe`). */
  readonly format: "tty" | "pipe";
  /** Writes a line to standard error as it is, in order with the log. */
  writeLine(line: string): void;
}

/**
 * Starts the log on standard error. The level comes from `--log-level`, else from `--verbose` (debug), else from `OMW_LOG`, else from
 * `RUST_LOG`; `info` when there is none or it is not understood.
 */
export function startLog(options: Pick<Invocation, "logFormat" | "logLevel" | "verbose">): Log {
  const format = options.logFormat === "auto" ? (Deno.stderr.isTerminal() ? "tty" : "pipe") : options.logFormat;
  const line = format === "pipe" ? jsonLine : terminalLine;
  const writer = new LineWriter(Deno.stderr, (count) => line(droppedRecord(count)));
  const { filter, unknown } = chosenFilter(options);
  configureSync({ sinks: { stderr: (record: LogRecord) => writer.write(line(record)) }, loggers: loggersOf(filter) });
  if (unknown !== undefined) {
    getLogger(["omw", "cli"]).warn("log filter not understood, showing info and above", { variable: unknown });
  }
  beforeExit(() => writer.flush(FLUSH_MS));
  return { format, writeLine: (text) => writer.write(`${text}\n`) };
}

function chosenFilter(options: Pick<Invocation, "logLevel" | "verbose">): { filter: LogFilter; unknown?: string } {
  if (options.logLevel !== undefined) return { filter: parseLogFilter(options.logLevel) ?? defaultFilter };
  if (options.verbose) return { filter: { level: "debug", targets: new Map() } };
  for (const variable of ["OMW_LOG", "RUST_LOG"]) {
    const text = Deno.env.get(variable);
    if (text === undefined || text === "") continue;
    const filter = parseLogFilter(text);
    return filter === undefined ? { filter: defaultFilter, unknown: variable } : { filter };
  }
  return { filter: defaultFilter };
}

/** The filter as logger settings; each named target has its own way to the sink, so that it may show more than its parent. */
function loggersOf(filter: LogFilter): LoggerConfig<"stderr", string>[] {
  const own: LoggerConfig<"stderr", string>[] = [
    { category: [], sinks: ["stderr"], lowestLevel: leastLevel(filter.level) },
    // The logging package's own reports, such as a sink that throws.
    { category: ["logtape", "meta"], sinks: ["stderr"], parentSinks: "override", lowestLevel: "error" },
  ];
  for (const [target, level] of filter.targets) {
    if (target.startsWith("logtape::meta")) continue;
    own.push({ category: target.split("::"), sinks: ["stderr"], parentSinks: "override", lowestLevel: leastLevel(level) });
  }
  return own;
}

function leastLevel(level: LogLevel | "off"): LogLevel | null {
  return level === "off" ? null : level;
}

function terminalLine(record: LogRecord): string {
  return textLine(record, terminalStyle());
}

/** Asked for each line, since a terminal may be resized. Colours by the NO_COLOR convention (no-color.org). */
function terminalStyle(): TextStyle {
  const terminal = Deno.stderr.isTerminal();
  return { colours: terminal && !Deno.noColor, width: terminal ? terminalWidth() : Infinity };
}

function terminalWidth(): number {
  try {
    return Deno.consoleSize().columns || USUAL_WIDTH;
  } catch {
    return USUAL_WIDTH; // Only standard error is a terminal, and Deno asks another stream.
  }
}

function droppedRecord(count: number): LogRecord {
  const message = "log lines dropped, their reader is too slow";
  const properties = { count };
  return {
    category: ["omw", "cli"],
    level: "warning",
    message: [message],
    rawMessage: message,
    timestamp: Date.now(),
    properties,
  };
}
