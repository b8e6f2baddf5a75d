/**
 * The `tools` of a request (facts §6.2): OpenAI's nested form, and the flat one that some clients send.
 * @module
 */

import type { Tool } from "../protocol/mod.ts";
import { sortedJson } from "../pure/json.ts";
import { invalid, quoted } from "./api_error.ts";
import { isObject, type JsonObject, own } from "./messages.ts";

/**
 * Reads the tools; absent or null: none.
 * @throws {ApiError} 400 that names the tool at fault
 */
export function readTools(value: unknown): Tool[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid("tools must be an array of tools", "tools", "invalid_type");
  return value.map((tool, index) => readTool(tool, `tools[${index}]`));
}

function readTool(value: unknown, where: string): Tool {
  if (!isObject(value)) throw invalid(`malformed tool: ${where} must be an object`, where);
  const nested = own(value, "function");
  if (nested === undefined) return describe(value, where);
  if (!isObject(nested)) throw invalid(`malformed tool: ${where}.function must be an object`, `${where}.function`);
  const type = own(value, "type") ?? "function";
  if (type !== "function") {
    const shown = typeof type === "string" ? quoted(type) : sortedJson(type).slice(0, 200);
    throw invalid(`malformed tool type ${shown} in ${where}: only "function" is known`, `${where}.type`);
  }
  return describe(nested, `${where}.function`);
}

function describe(value: JsonObject, where: string): Tool {
  const name = own(value, "name");
  if (typeof name !== "string" || name === "") throw invalid(`malformed tool: ${where} has no name`, `${where}.name`);
  const schema = own(value, "parameters");
  if (schema !== undefined && !isObject(schema)) {
    throw invalid(`malformed tool: ${where}.parameters must be a JSON Schema object`, `${where}.parameters`);
  }
  const description = own(value, "description");
  if (description !== undefined && typeof description !== "string") {
    throw invalid(`malformed tool: ${where}.description must be a string`, `${where}.description`);
  }
  // Without parameters a brain sees the schema `null`, as documented.
  return { name, ...(description !== undefined && { description }), input_schema: sortedJson(schema ?? null) };
}
