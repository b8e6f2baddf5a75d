/**
 * Toolings: what lists and calls tools, and reads and follows resources.
 * @module
 */

export { mcpTooling } from "./mcp.ts";
export { mockTooling } from "./mock.ts";
export type { ToolingArgs, ToolingFactory } from "./tooling.ts";
