/**
 * A log, as far as the rooms use one.
 * @module
 */

/** Writes log lines; a logger of `@logtape/logtape` is one. `{name}` in a message is filled in from the fields. */
export interface Log {
  /** What only a developer of omw wants to know. */
  debug(message: string, fields?: Record<string, unknown>): void;
  /** What happens when all is well. */
  info(message: string, fields?: Record<string, unknown>): void;
  /** What somebody should look at. */
  warn(message: string, fields?: Record<string, unknown>): void;
  /** What failed. */
  error(message: string, fields?: Record<string, unknown>): void;
}
