/**
 * The program's log: where `getLogger(["omw", "<room>"])` of every room leads.
 * @module
 */

import { getLogger, installLog, type LogEntry } from "../protocol/log.ts";
import { beforeExit } from "./exit.ts";
import { jsonLine } from "./log_json.ts";
import { defaultFilter, type LogFilter, parseLogFilter, shows } from "./log_filter.ts";
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
  const writer = new LineWriter(Deno.stderr, (count) => line(droppedLines(count)));
  const { filter, unknown } = chosenFilter(options);
  installLog((entry) => {
    if (shows(filter, entry)) writer.write(line(entry));
  });
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

function terminalLine(entry: LogEntry): string {
  return textLine(entry, terminalStyle());
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

function droppedLines(count: number): LogEntry {
  return {
    category: ["omw", "cli"],
    level: "warning",
    message: "log lines dropped, their reader is too slow",
    fields: { count },
    timestamp: Date.now(),
  };
}
