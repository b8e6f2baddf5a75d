/**
 * Where a script that does not compile is at fault.
 * @module
 */

/** Captured while it is there and as it is: `lockDown` removes globals of the process. */
const { reportError } = globalThis;

/** What a `SyntaxError` of `compile` tells about a script. */
export interface SyntaxFault {
  /** The engine's text. */
  readonly message: string;
  /** The line, from 1; absent when the engine did not say. */
  readonly line?: number;
  /** The column, from 1. */
  readonly column?: number;
}

/**
 * Calls `compile` and answers what is wrong with its script, if anything is.
 *
 * The engine knows the place of a syntax error but does not put it on the error. Reporting the error brings it out: the event that
 * follows has the place, provided the error has no stack frames, which would be taken in its stead (seen on Deno 2.9.6).
 */
export function syntaxFault(compile: () => void): SyntaxFault | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    compile();
    return undefined;
  } catch (error) {
    let line: number | undefined;
    let column: number | undefined;
    const listener = (event: ErrorEvent): void => {
      event.preventDefault();
      if (event.lineno > 0) [line, column] = [event.lineno, event.colno];
    };
    globalThis.addEventListener("error", listener);
    try {
      reportError(error);
    } finally {
      globalThis.removeEventListener("error", listener);
    }
    return { message: error instanceof Error ? error.message : String(error), line, column };
  } finally {
    Error.stackTraceLimit = limit;
  }
}
