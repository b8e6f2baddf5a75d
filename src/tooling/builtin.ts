/**
 * The kinds of tooling that ship with omw.
 * @module
 */

import { mcpTooling } from "./mcp.ts";
import { mockTooling } from "./mock.ts";
import type { ToolingFactory } from "./tooling.ts";

/** The factories of the kinds `mcp` and `mock`, to be registered. */
export function builtinToolings(): ToolingFactory[] {
  return [mcpTooling, mockTooling];
}
