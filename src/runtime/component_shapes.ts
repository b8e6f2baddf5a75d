/**
 * Which revision's shape a component embeds of each record (design §6). The contract was published five times under one name
 * without a version; components import only what they call, so the fields of the records are all there is to go by.
 *
 * Most revisions only added fields, which one superset object serves; the brain process adapts the records that conflict, by the
 * names that `componentShapes` answers:
 *
 * | item | values |
 * | --- | --- |
 * | `role` | `variant` (revisions A to D), `text` (E) |
 * | `usage` | `record` (C, D), `json` (E) |
 * | `read-resource`, `resource-updated` | `one` (A to D), `list` (E) |
 * @module
 */

import type { ComponentTypes } from "./component_types.ts";
import { witName } from "./wit_name.ts";

const TEXT = ["string"];
const MAYBE_TEXT = ["?string"];
const MAYBE_FLAG = ["?boolean"];
const MAYBE_COUNT = ["?bigint"];
const USAGE = ["?Usage", "?string"];

/** Of each record of the contract, the types that each field has in some revision. */
const RECORDS: Record<string, Record<string, readonly string[]>> = {
  ToolCall: { id: TEXT, name: TEXT, arguments: TEXT },
  ToolCallDelta: { index: ["number"], id: MAYBE_TEXT, name: MAYBE_TEXT, arguments: MAYBE_TEXT },
  ChatMessage: {
    role: ["Role", "string"],
    content: MAYBE_TEXT,
    reasoning: MAYBE_TEXT,
    toolCall: ["?ToolCall"],
    toolCalls: ["Array<ToolCall>"],
    toolCallId: MAYBE_TEXT,
  },
  ChatDelta: {
    content: MAYBE_TEXT,
    reasoning: MAYBE_TEXT,
    toolCall: ["?ToolCall"],
    toolCalls: ["Array<ToolCallDelta>"],
    finishReason: MAYBE_TEXT,
    usage: USAGE,
  },
  ChatResult: {
    content: MAYBE_TEXT,
    reasoning: MAYBE_TEXT,
    toolCalls: ["Array<ToolCall>"],
    finishReason: MAYBE_TEXT,
    usage: USAGE,
  },
  Usage: { promptTokens: MAYBE_COUNT, completionTokens: MAYBE_COUNT, totalTokens: MAYBE_COUNT },
  ToolAnnotations: {
    readOnlyHint: MAYBE_FLAG,
    destructiveHint: MAYBE_FLAG,
    idempotentHint: MAYBE_FLAG,
    openWorldHint: MAYBE_FLAG,
  },
  Tool: {
    name: TEXT,
    title: MAYBE_TEXT,
    description: MAYBE_TEXT,
    inputSchema: TEXT,
    outputSchema: MAYBE_TEXT,
    annotations: ["?ToolAnnotations"],
  },
  ResourceAnnotations: { audience: ["Array<string>"], priority: ["?number"], lastModified: MAYBE_TEXT },
  ResourceInfo: {
    uri: TEXT,
    name: TEXT,
    title: MAYBE_TEXT,
    description: MAYBE_TEXT,
    mimeType: MAYBE_TEXT,
    size: MAYBE_COUNT,
    annotations: ["?ResourceAnnotations"],
  },
  ResourceTemplate: { uriTemplate: TEXT, name: TEXT, title: MAYBE_TEXT, description: MAYBE_TEXT, mimeType: MAYBE_TEXT },
  ResourceContent: { uri: TEXT, mimeType: MAYBE_TEXT, content: TEXT },
  ToolResult: {
    name: TEXT,
    arguments: TEXT,
    value: TEXT,
    content: TEXT,
    structuredContent: MAYBE_TEXT,
    isError: ["boolean"],
  },
  EndpointMessage: { session: TEXT, messages: ["Array<ChatMessage>"], tools: ["Array<Tool>"], params: MAYBE_TEXT },
  EndpointSessionEnd: { session: TEXT, error: MAYBE_TEXT },
  EventEnvelope: { id: TEXT, event: ["Event"] },
};

/** Of each variant, the types that each case's payload has in some revision. */
const VARIANTS: Record<string, Record<string, readonly string[]>> = {
  Role: { system: [""], user: [""], assistant: [""], tool: [""] },
  Event: {
    "message": TEXT,
    "error": TEXT,
    "timer": [""],
    "reload": [""],
    "shutdown": [""],
    "chat-delta": ["ChatDelta"],
    "chat-end": [""],
    "tool-result": ["ToolResult"],
    "resource-list-updated": ["Array<ResourceInfo>"],
    "resource-updated": ["ResourceContent", "Array<ResourceContent>"],
    "endpoint-message": ["EndpointMessage"],
    "endpoint-session-end": ["EndpointSessionEnd"],
  },
};

/**
 * The shape of each record that differs between revisions and that the component embeds.
 * @throws {TypeError} naming the first record and field that no known revision has
 */
export function componentShapes({ records, variants, functions }: ComponentTypes): Record<string, string> {
  for (const [name, fields] of records) checkMembers("record", "field", name, fields, RECORDS[name]);
  for (const [name, cases] of variants) {
    checkMembers("variant", "case", name, cases, VARIANTS[name]);
    const absent = Object.keys(VARIANTS[name]!).find((each) => !cases.has(each));
    if (absent !== undefined) throw new TypeError(`its variant ${witName(name)} lacks the case ${absent}`);
  }
  const shapes: Record<string, string> = {};
  const role = records.get("ChatMessage")?.get("role");
  if (role !== undefined) shapes.role = role === "Role" ? "variant" : "text";
  const usage = records.get("ChatDelta")?.get("usage") ?? records.get("ChatResult")?.get("usage");
  if (usage !== undefined) shapes.usage = usage === "?Usage" ? "record" : "json";
  const read = functions.get("omw:omw/tooling")?.get("Tooling.readResource");
  if (read !== undefined) shapes["read-resource"] = read === "ResourceContent" ? "one" : "list";
  const updated = variants.get("Event")?.get("resource-updated");
  if (updated !== undefined) shapes["resource-updated"] = updated === "ResourceContent" ? "one" : "list";
  return shapes;
}

function checkMembers(
  kind: string,
  part: string,
  name: string,
  found: Map<string, string>,
  known: Record<string, readonly string[]> | undefined,
): void {
  if (known === undefined) throw new TypeError(`its ${kind} ${witName(name)} is in no known revision of the contract`);
  for (const [member, type] of found) {
    if (Object.hasOwn(known, member) && known[member]!.includes(type)) continue;
    const shown = type === "" ? "no payload" : type.replace(/^\?(.*)/, "an optional $1");
    throw new TypeError(
      `its ${kind} ${witName(name)} has the ${part} ${witName(member)} (${shown}), which is in no known revision of the contract`,
    );
  }
}
