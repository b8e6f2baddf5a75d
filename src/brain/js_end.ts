/**
 * How a js brain's end is told to the process: as text (sent into the brain's world as source; see `js_primordials.ts`).
 * @module
 */

import type { JsonWriter } from "./js_json.ts";
import type { Bag, Primordials } from "./js_primordials.ts";

/**
 * Tells how a script ended. A text begins with `=` for a terminal message, with `!` for an error; it is empty when there is neither, and
 * `?` when the script's value is a promise that is not settled yet.
 */
export interface Ending {
  /** The end of a script that came to a completion value. */
  completed(value: unknown): string;
  /** The end of a script that threw. */
  threw(thrown: unknown): string;
  /** What became of the promise that `completed` was given, after the jobs that wait have run. */
  settled(): string;
}

/** Makes it, for the script that stacks call `filename` and errors `shown`. */
export function makeEnding(p: Primordials, writer: JsonWriter, filename: string, shown: string): Ending {
  /** What a promise came to. */
  let state = "?";

  /** One line: a log line, and the last line of the command's output. */
  function oneLine(text: string): string {
    return p.replaceAll(p.replaceAll(p.replaceAll(text, "\r\n", " "), "\n", " "), "\r", " ");
  }

  function digitsEnd(text: string, start: number): number {
    let end = start;
    while (end < text.length && p.codeAt(text, end) >= 48 && p.codeAt(text, end) <= 57) end++;
    return end;
  }

  /** Where in the script a stack first points: ` (file:line:column)`, or nothing. */
  function place(stack: unknown): string {
    if (typeof stack !== "string") return "";
    // V8 puts the error's text before the frames, QuickJS (in a built brain) does not.
    const frames = p.slice(stack, 0, 7) === "    at " ? 0 : p.indexOf(stack, "\n    at ");
    if (frames < 0) return "";
    const start = p.indexOf(stack, `${filename}:`, frames);
    if (start < 0) return "";
    const line = start + filename.length + 1;
    const lineEnd = digitsEnd(stack, line);
    const columnEnd = digitsEnd(stack, lineEnd + 1);
    if (lineEnd === line || columnEnd === lineEnd + 1) return "";
    return ` (${shown}${p.slice(stack, start + filename.length, columnEnd)})`;
  }

  function describe(thrown: unknown): string {
    try {
      if (p.isError(thrown)) {
        const { name, message, stack } = thrown as unknown as Bag;
        const head = typeof name === "string" && name !== "" ? name : "Error";
        const tail = typeof message === "string" && message !== "" ? `: ${message}` : "";
        return oneLine(`${head}${tail}${place(stack)}`);
      }
      if (typeof thrown === "bigint" || typeof thrown === "symbol") return `Uncaught ${p.text(thrown)}`;
      return oneLine(`Uncaught ${thrown === undefined ? "undefined" : writer.json(thrown)}`);
    } catch {
      // A getter or a proxy of the thrown thing threw in its turn, or it is a cycle.
      return "Uncaught value that can't be shown";
    }
  }

  function threw(thrown: unknown): string {
    return `!${describe(thrown)}`;
  }

  function message(value: unknown): string {
    if (value === undefined || value === null) return "";
    if (typeof value === "string") return `=${value}`;
    if (typeof value === "bigint" || typeof value === "symbol") return `=${p.text(value)}`;
    try {
      return `=${writer.json(value)}`;
    } catch (error) {
      return threw(error);
    }
  }

  /** `await` asks the promise's constructor alone, and calls `then` only on what is no promise of this world after all. */
  async function follow(promise: unknown): Promise<void> {
    try {
      state = message(await promise);
    } catch (error) {
      state = threw(error);
    }
  }

  return {
    completed(value: unknown): string {
      try {
        if (!p.isPromise(value)) return message(value);
        follow(value);
        return state;
      } catch (error) {
        return threw(error);
      }
    },
    threw,
    settled: () => state,
  };
}
