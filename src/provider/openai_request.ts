/**
 * The body of a chat completions request.
 * @module
 */

import type { ChatRequest } from "../protocol/backends.ts";
import type { Json } from "../protocol/model.ts";
import { sortedJson } from "../pure/json.ts";
import { type ReasoningEcho, wireMessages } from "./openai_message.ts";
import { ToolNames } from "./tool_names.ts";
import { toolParameters } from "./tool_schema.ts";

/** What a provider's config adds to every request. */
export interface RequestDefaults {
  /** Settings under those of the call. */
  params: { [key: string]: Json };
  /** How an assistant's reasoning is sent back. */
  reasoningEcho: ReasoningEcho;
}

/** A request that is ready to send. */
export interface WireRequest {
  /** The JSON text, compact, keys sorted. */
  body: string;
  /** The aliases in it. */
  names: ToolNames;
}

/**
 * Builds the request. The provider's settings are overlaid by the call's, and both by what makes the call: `model`, `stream`,
 * `messages` and `tools`, the last absent when there are none, since services refuse an empty list.
 * @throws {Error} when the request is nested too deeply to be written as JSON
 */
export function wireRequest(request: ChatRequest, defaults: RequestDefaults): WireRequest {
  const names = new ToolNames(request.tools.map((tool) => tool.name));
  const fields = new Map<string, unknown>(Object.entries(defaults.params));
  if (isObject(request.params)) { for (const [key, value] of Object.entries(request.params)) fields.set(key, value); }
  fields.set("model", request.model);
  fields.set("stream", true);
  fields.set("messages", wireMessages(request.messages, names, defaults.reasoningEcho));
  fields.delete("tools");
  if (request.tools.length > 0) {
    fields.set(
      "tools",
      request.tools.map((tool, index) => ({
        type: "function",
        function: {
          name: names.listed[index],
          description: tool.description,
          parameters: toolParameters(tool.input_schema),
        },
      })),
    );
  }
  try {
    return { body: sortedJson(Object.fromEntries(fields)), names };
  } catch (cause) {
    throw new Error("Cannot write the chat request as JSON: its params or a tool's schema are nested too deeply", { cause });
  }
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
