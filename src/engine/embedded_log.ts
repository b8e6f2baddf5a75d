/**
 * The log of a program that embeds omw: `@logtape/logtape`, which it configures as it likes.
 * @module
 */

import { getLogger } from "@logtape/logtape";
import { installLog } from "../protocol/log.ts";

/** Sends omw's log lines to logtape from now on, under the categories `omw` and `mcp`. */
export function installEmbeddedLog(): void {
  installLog(({ category, level, message, fields }) => {
    const logger = getLogger([...category]);
    const write = level === "warning" ? "warn" : level;
    logger[write](message, { ...fields });
  });
}
