/**
 * Toolings: what lists and calls tools, and reads and follows resources.
 * @module
 */

export type { ToolingBuild, ToolingFactory } from "./tooling.ts";
export { mcpToolingFactory } from "./mcp.ts";
