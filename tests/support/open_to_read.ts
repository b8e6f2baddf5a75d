/**
 * How tests have a component open a file.
 * @module
 */

import type { WasiCalls } from "../../src/protocol/mod.ts";

/** What `open` is told for a file that is there and is only to be read. */
export const OPEN_TO_READ: Omit<WasiCalls["open"], "h" | "path"> = {
  follow: true,
  create: false,
  directory: false,
  exclusive: false,
  truncate: false,
  read: true,
  write: false,
  mutate: false,
};
