/**
 * Tools' JSON Schemas as OpenAI accepts them.
 * @module
 */

import type { Json } from "../protocol/model.ts";

/** Keywords that say what a value is without `type`; beside one of them, adding a type could contradict it. */
const SHAPING_KEYWORDS = ["$ref", "allOf", "anyOf", "const", "enum", "not", "oneOf"];

/**
 * The `parameters` of a tool from the JSON text of its input schema. MCP servers send three things that OpenAI answers with 400:
 * an object schema without `properties`, one without a type, and `$schema`. Only the outermost level is touched, so that a
 * parameter that is itself called `properties` or `$schema` survives. A text that is no JSON object means "no parameters".
 */
export function toolParameters(inputSchema: string): { [key: string]: Json } {
  const schema = parseObject(inputSchema);
  const parameters = new Map(Object.entries(schema));
  parameters.delete("$schema");
  const shaped = SHAPING_KEYWORDS.some((keyword) => parameters.has(keyword));
  if (!parameters.has("type") && !shaped) parameters.set("type", "object");
  if (parameters.get("type") === "object" && !parameters.has("properties")) parameters.set("properties", {});
  return Object.fromEntries(parameters);
}

function parseObject(text: string): { [key: string]: Json } {
  try {
    const value: Json = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
