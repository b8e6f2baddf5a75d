/**
 * A log that says where its records come from.
 * @module
 */

import type { ToolingLog } from "./tooling.ts";

/** `log` with these properties added to each record. */
export function logWith(log: ToolingLog, common: Record<string, unknown>): ToolingLog {
  return {
    debug: (message, properties) => log.debug(message, { ...common, ...properties }),
    info: (message, properties) => log.info(message, { ...common, ...properties }),
    warn: (message, properties) => log.warn(message, { ...common, ...properties }),
  };
}
