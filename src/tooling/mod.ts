/**
 * Toolings: what lists and calls tools, and reads and follows resources.
 * @module
 */

export { builtinToolings } from "./builtin.ts";
export type { ToolingArgs, ToolingFactory, ToolingLog } from "./tooling.ts";
