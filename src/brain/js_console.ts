/**
 * A js brain's `console` (sent into its world as source; see `js_primordials.ts`).
 * @module
 */

import type { JsonWriter } from "./js_json.ts";
import type { Bag, Primordials } from "./js_primordials.ts";

/**
 * Makes a console whose lines go to the host's log.
 * @param log writes a line of a level
 */
export function makeConsole(p: Primordials, writer: JsonWriter, log: (level: string, message: string) => void): Bag {
  function show(value: unknown): string {
    if (typeof value === "string") return value;
    if (value === undefined) return "undefined";
    if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "number") return p.text(value);
    try {
      if (p.isError(value)) {
        const { name, message } = value as unknown as Bag;
        return `${typeof name === "string" ? name : "Error"}: ${typeof message === "string" ? message : ""}`;
      }
      return writer.json(value);
    } catch {
      // A cycle, a bigint somewhere within, or a getter that throws: a log line is no place to fail.
      return typeof value === "function" ? "[function]" : "[object]";
    }
  }

  function line(values: unknown[]): string {
    return p.join(p.map(values, show), " ");
  }

  return {
    log: (...values: unknown[]) => log("info", line(values)),
    info: (...values: unknown[]) => log("info", line(values)),
    warn: (...values: unknown[]) => log("warn", line(values)),
    error: (...values: unknown[]) => log("error", line(values)),
    debug: (...values: unknown[]) => log("debug", line(values)),
    trace: (...values: unknown[]) => log("debug", line(values)),
  };
}
