/**
 * Which releases had the shape that a component embeds of each record: what `omw inspect` tells. Nothing else depends on it; what the
 * brain process adapts is in `component_shapes.ts`.
 *
 * The contract was published five times without a version; the labels are the releases of omw that had the shape. Of a record, each
 * shape is the list of its fields in camel case.
 * @module
 */

import type { ComponentTypes } from "./component_types.ts";
import { witName } from "./wit_name.ts";

/** The shape that `wit/omw.wit` has where no published revision has it. */
const OWN = "omw build";

const MESSAGE_E = "role content reasoning toolCalls toolCallId";
const TOOL_E = "name title description inputSchema outputSchema annotations";

/** Of each record that changed, its shapes with their releases, oldest first. */
const HISTORY: Record<string, readonly (readonly [releases: string, fields: string])[]> = {
  ChatMessage: [
    ["0.1.1 to 0.1.2", "role content toolCall"],
    ["0.1.3 to 0.1.9", "role content reasoning toolCall"],
    ["0.1.10", MESSAGE_E],
  ],
  ChatDelta: [
    ["0.1.1 to 0.1.2", "content toolCall finishReason"],
    ["0.1.3 to 0.1.9", "content reasoning toolCall finishReason usage"],
    ["0.1.10", "content reasoning toolCalls finishReason usage"],
    [OWN, "content reasoning toolCall toolCalls finishReason usage"],
  ],
  ChatResult: [
    ["0.1.1 to 0.1.2", "content toolCalls finishReason"],
    ["0.1.3 to 0.1.10", "content reasoning toolCalls finishReason usage"],
  ],
  Tool: [
    ["0.1.1 to 0.1.3", "name description inputSchema"],
    ["0.1.4 to 0.1.9", "name description inputSchema outputSchema"],
    ["0.1.10", TOOL_E],
  ],
  ToolResult: [
    ["0.1.1 to 0.1.3", "name arguments value"],
    ["0.1.4 to 0.1.9", "name arguments content structuredContent"],
    ["0.1.10", "name arguments content structuredContent isError"],
    [OWN, "name arguments value content structuredContent isError"],
  ],
  ResourceInfo: [
    ["0.1.1 to 0.1.9", "uri name description mimeType"],
    ["0.1.10", "uri name title description mimeType size annotations"],
  ],
  EndpointMessage: [
    ["0.1.1 to 0.1.2", "session messages tools"],
    ["0.1.3 to 0.1.10", "session messages tools params"],
  ],
};

/** Records that only one revision has. */
const ONLY: Record<string, string> = {
  Usage: "0.1.3 to 0.1.9",
  ToolCallDelta: "0.1.10",
  ToolAnnotations: "0.1.10",
  ResourceAnnotations: "0.1.10",
  ResourceTemplate: "0.1.10",
};

/**
 * The releases whose shape each record of a component has, by the record's name as WIT spells it, sorted: `any` when it never changed,
 * `unknown` when none had it.
 */
export function componentRevisions({ records }: Pick<ComponentTypes, "records">): Map<string, string> {
  const found = [...records].map(([name, fields]): [string, string] => [witName(name), revision(name, fields)]);
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function revision(name: string, fields: ReadonlyMap<string, string>): string {
  const shapes = Object.hasOwn(HISTORY, name) ? HISTORY[name]! : undefined;
  if (shapes === undefined) return Object.hasOwn(ONLY, name) ? ONLY[name]! : "any";
  const wanted = [...fields.keys()].sort().join(" ");
  const match = shapes.find(([, names]) => names.split(" ").sort().join(" ") === wanted)?.[0] ?? "unknown";
  // It kept its fields in 0.1.10, but for the type of one.
  if (name === "ChatResult" && match === "0.1.3 to 0.1.10") {
    return fields.get("usage") === "?string" ? "0.1.10" : "0.1.3 to 0.1.9";
  }
  return match;
}
