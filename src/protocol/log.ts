/**
 * Where every room logs, and where that leads.
 *
 * The rooms write through this; the command line installs its own writer, and a program that embeds omw gets `@logtape/logtape`
 * (`src/engine/embedded_log.ts`). They do not write to the package itself because loading it takes a fifth of the time that a short
 * `omw run` takes (measured: 27 of 140 ms).
 * @module
 */

/** How much a log line matters, from least to most. */
export type LogLevel = "trace" | "debug" | "info" | "warning" | "error";

/** A log line before it is written. */
export interface LogEntry {
  /** Where it comes from, such as `["omw", "host"]`. */
  readonly category: readonly string[];
  /** How much it matters. */
  readonly level: LogLevel;
  /** The text, shown as it is. */
  readonly message: string;
  /** What it is about. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** When it happened, in ms since the Unix epoch. */
  readonly timestamp: number;
}

/** Writes log lines of one category. */
export interface Logger {
  /** What only somebody who looks for a fault wants to know. */
  trace(message: string, fields?: Record<string, unknown>): void;
  /** What only a developer of omw wants to know. */
  debug(message: string, fields?: Record<string, unknown>): void;
  /** What happens when all is well. */
  info(message: string, fields?: Record<string, unknown>): void;
  /** What somebody should look at. */
  warn(message: string, fields?: Record<string, unknown>): void;
  /** What failed. */
  error(message: string, fields?: Record<string, unknown>): void;
  /** The same with these fields in every line. */
  with(fields: Record<string, unknown>): Logger;
}

let writer: ((entry: LogEntry) => void) | undefined;

/** Sends every line of this process to `write` from now on; it must not throw. */
export function installLog(write: (entry: LogEntry) => void): void {
  writer = write;
}

/** Whether a writer was installed; until then lines go nowhere. */
export function logInstalled(): boolean {
  return writer !== undefined;
}

/** The log of a category, such as `["omw", "host"]`. */
export function getLogger(category: readonly string[]): Logger {
  return new CategoryLogger(category, {});
}

class CategoryLogger implements Logger {
  readonly #category: readonly string[];
  readonly #common: Record<string, unknown>;

  constructor(category: readonly string[], common: Record<string, unknown>) {
    this.#category = category;
    this.#common = common;
  }

  trace(message: string, fields?: Record<string, unknown>): void {
    this.#write("trace", message, fields);
  }

  debug(message: string, fields?: Record<string, unknown>): void {
    this.#write("debug", message, fields);
  }

  info(message: string, fields?: Record<string, unknown>): void {
    this.#write("info", message, fields);
  }

  warn(message: string, fields?: Record<string, unknown>): void {
    this.#write("warning", message, fields);
  }

  error(message: string, fields?: Record<string, unknown>): void {
    this.#write("error", message, fields);
  }

  with(fields: Record<string, unknown>): Logger {
    return new CategoryLogger(this.#category, { ...this.#common, ...fields });
  }

  #write(level: LogLevel, message: string, fields: Record<string, unknown> = {}): void {
    writer?.({ category: this.#category, level, message, fields: { ...this.#common, ...fields }, timestamp: Date.now() });
  }
}
