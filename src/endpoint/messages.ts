/**
 * The `messages` of a request (facts §6.2), as the superset model holds them: every tool call and its id is kept.
 * @module
 */

import type { ChatMessage, ToolCall } from "../protocol/mod.ts";
import { sortedJson } from "../pure/json.ts";
import { invalid, quoted } from "./api_error.ts";

/** The documented four, and those that OpenAI added and deprecated. */
const ROLES: ReadonlySet<string> = new Set(["system", "developer", "user", "assistant", "tool", "function"]);

/** Whether clients may speak in this role. */
export function isRole(role: string): boolean {
  return ROLES.has(role);
}

/** A JSON object of a request. Its keys come from outside; read them with `own` only. */
export type JsonObject = Record<string, unknown>;

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of an object from outside; `undefined` when it is absent or null, whatever `Object.prototype` has by that name. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] ?? undefined : undefined;
}

/**
 * Reads the messages.
 * @throws {ApiError} 400 that names the message at fault
 */
export function readMessages(value: unknown): ChatMessage[] {
  if (!Array.isArray(value)) throw invalid("messages must be an array of messages", "messages", "invalid_type");
  return value.map((message, index) => readMessage(message, `messages[${index}]`));
}

function readMessage(value: unknown, where: string): ChatMessage {
  if (!isObject(value)) throw invalid(`${where} must be an object with a role`, where, "invalid_type");
  const role = own(value, "role");
  if (typeof role !== "string") throw invalid(`${where}.role must be a string`, `${where}.role`, "invalid_type");
  if (!isRole(role)) {
    throw invalid(`unknown role ${quoted(role)} in ${where}: use one of ${[...ROLES].join(", ")}`, `${where}.role`);
  }
  const message: ChatMessage = { role, tool_calls: readToolCalls(own(value, "tool_calls"), `${where}.tool_calls`) };
  const content = readContent(own(value, "content"), `${where}.content`);
  if (content !== undefined) message.content = content;
  const reasoning = text(own(value, "reasoning")) ?? text(own(value, "reasoning_content"));
  if (reasoning !== undefined) message.reasoning = reasoning;
  const answered = own(value, "tool_call_id");
  if (answered !== undefined) {
    if (typeof answered !== "string") {
      throw invalid(`${where}.tool_call_id must be a string`, `${where}.tool_call_id`, "invalid_type");
    }
    message.tool_call_id = answered;
  }
  return message;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Text parts are joined without a separator; parts of other media have no text and are left out. */
function readContent(value: unknown, where: string): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  if (!Array.isArray(value)) throw malformedContent(value, where);
  return value.map((part, index) => {
    if (typeof part === "string") return part;
    if (!isObject(part)) throw malformedContent(part, `${where}[${index}]`);
    const partText = own(part, "text");
    if (typeof partText === "string") return partText;
    if (own(part, "type") === "text") throw malformedContent(part, `${where}[${index}]`);
    return "";
  }).join("");
}

function malformedContent(found: unknown, where: string) {
  const shown = sortedJson(found);
  const short = shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
  return invalid(`malformed message content: ${short} at ${where}; give a string or an array of text parts`, where);
}

function readToolCalls(value: unknown, where: string): ToolCall[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalid(`${where} must be an array of tool calls`, where, "invalid_type");
  return value.map((call, index) => readToolCall(call, `${where}[${index}]`));
}

function readToolCall(value: unknown, where: string): ToolCall {
  if (!isObject(value)) throw invalid(`malformed tool call: ${where} must be an object`, where);
  const id = own(value, "id");
  if (typeof id !== "string") throw invalid(`malformed tool call: missing id in ${where}`, `${where}.id`);
  const called = own(value, "function");
  const name = isObject(called) ? own(called, "name") : undefined;
  if (!isObject(called) || typeof name !== "string") {
    throw invalid(`malformed tool call: missing function name in ${where}`, `${where}.function.name`);
  }
  const given = own(called, "arguments");
  return { id, name, arguments: given === undefined ? "" : typeof given === "string" ? given : sortedJson(given) };
}
