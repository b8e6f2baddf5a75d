/**
 * Errors as text for people: one line that names the causes.
 * @module
 */

/** A line beyond this many UTF-16 units helps nobody; a server's whole HTML page may be in a message. */
const MAX_LINE = 8192;

/** Causes are followed so far: deeper chains do not come from real faults, and a chain may be a ring. */
const MAX_DEPTH = 16;

/**
 * An error and its causes, outermost first, joined by `: ` in one line. A cause that its error's message ends with already is not
 * repeated; the errors of an AggregateError are joined by `; `.
 */
export function faultLine(error: unknown): string {
  const line = chain(error, MAX_DEPTH).replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, " ").replaceAll(CONTROL, escaped);
  return line.length <= MAX_LINE
    ? line
    : `${line.slice(0, MAX_LINE).toWellFormed()}… (${line.length - MAX_LINE} more characters)`;
}

/** The stack traces of an error and its causes, for `--verbose`. Only stacks: other properties may hold what nobody should see. */
export function faultStacks(error: unknown): string {
  const stacks: string[] = [];
  let at = error;
  while (at instanceof Error && stacks.length < MAX_DEPTH) {
    stacks.push((at.stack ?? at.message).replaceAll(CONTROL, escaped));
    at = at.cause;
  }
  return stacks.join("\ncaused by ");
}

/** Control characters but the line feed and the tab: an error's text may come from outside and must not drive a terminal. */
// deno-lint-ignore no-control-regex
export const CONTROL: RegExp = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** A control character in a form that can be read. */
export function escaped(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

function chain(error: unknown, depth: number): string {
  const own = ownText(error, depth);
  if (!(error instanceof Error) || error.cause === undefined || error.cause === null || depth === 0) return own;
  const cause = chain(error.cause, depth - 1);
  return cause === "" || own.endsWith(cause) ? own : `${own}: ${cause}`;
}

function ownText(error: unknown, depth: number): string {
  if (error instanceof AggregateError && error.errors.length > 0 && depth > 0) {
    const all = error.errors.slice(0, MAX_DEPTH).map((each) => chain(each, depth - 1)).join("; ");
    return error.message === "" ? all : `${error.message}: ${all}`;
  }
  if (error instanceof Error) return error.message.trim() || error.name;
  try {
    return String(error);
  } catch {
    return "an unprintable value was thrown";
  }
}
