/**
 * The log of a program that embeds omw: `@logtape/logtape`, which it configures as it likes.
 * @module
 */

import { getLogger } from "@logtape/logtape";
import { installLog } from "../protocol/log.ts";

/** Sends omw's log lines to logtape from now on, under the categories `omw` and `mcp`. */
export function installEmbeddedLog(): void {
  installLog(({ category, level, message, fields }) => {
    const write = level === "warning" ? "warn" : level;
    getLogger([...category])[write](verbatim(message), { ...fields });
  });
}

/**
 * `text` as a message of logtape that comes out as it is: logtape reads `{name}` as a place to fill in, and a doubled brace as one, but
 * looks at neither in a text without an opening brace.
 */
function verbatim(text: string): string {
  return !text.includes("{") ? text : text.replaceAll("{", "{{").replaceAll("}", "}}");
}
