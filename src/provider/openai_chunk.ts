/**
 * One `chat.completion.chunk` of a stream, taken apart. Services differ in what they leave out, so all of it is optional and
 * `null` counts as left out; a value of the wrong type is an error, because ignoring it would lose a part of the reply.
 * @module
 */

import { sortedJson } from "../pure/json.ts";
import type { Json, Usage } from "../protocol/model.ts";
import { clip } from "./failure.ts";
import type { CallFragment } from "./tool_calls.ts";

type JsonObject = { [key: string]: Json };

/** What a chunk says. */
export interface Chunk {
  /** The service reports a failure inside the stream; nothing else of the chunk counts. */
  error?: string;
  /** The chunk belongs to the reply: it has a delta or a finish reason, if only an empty one. */
  hasChoice: boolean;
  /** The next piece of text. */
  content?: string;
  /** The next piece of reasoning. */
  reasoning?: string;
  /** Fragments of tool calls. */
  calls: CallFragment[];
  /** Why the reply ended. */
  finishReason?: string;
  /** Token counts. */
  usage?: Usage;
}

/**
 * Reads the data of one event.
 * @throws {SyntaxError} when it is no JSON
 * @throws {Error} when it is not the shape of a chunk; both messages say what was found
 */
export function parseChunk(data: string): Chunk {
  const body = object(parse(data), "the event");
  if (body === undefined) throw new Error("malformed SSE delta: the event is null, expected an object");
  const error = errorIn(body);
  if (error !== undefined) return { error, hasChoice: false, calls: [] };
  const chunk: Chunk = { hasChoice: false, calls: [] };
  const usage = object(body.usage, "usage");
  if (usage !== undefined) chunk.usage = usage;
  const choice = firstChoice(list(body.choices, "choices"));
  if (choice === undefined) return chunk;
  chunk.hasChoice = true;
  const delta = object(choice.delta, "choices[0].delta") ?? {};
  // A refusal is the text that the model answers with when it declines.
  const content = text(delta.content, "choices[0].delta.content") ?? text(delta.refusal, "choices[0].delta.refusal");
  if (content !== undefined) chunk.content = content;
  // Services that send both names send the same text twice.
  const reasoning = string(delta.reasoning) || string(delta.reasoning_content);
  if (reasoning !== undefined) chunk.reasoning = reasoning;
  for (const call of list(delta.tool_calls, "choices[0].delta.tool_calls")) {
    const fragment = callFragment(call);
    if (fragment !== undefined) chunk.calls.push(fragment);
  }
  const finishReason = string(choice.finish_reason);
  if (finishReason) chunk.finishReason = finishReason;
  return chunk;
}

/**
 * What a failure report inside a stream says, from the data of an `error` event. Not shortened: secrets are taken out first, where
 * they are known, and half of one could not be found.
 */
export function errorText(data: string): string {
  try {
    const value: Json = JSON.parse(data);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return errorIn(value) ?? describeError(value);
    if (typeof value === "string") return value;
  } catch {
    // Not every service sends JSON here; the text is then the message.
  }
  return data.trim() || "no reason given";
}

function errorIn(body: JsonObject): string | undefined {
  const error = body.error;
  if (error !== undefined && error !== null && error !== false) return describeError(error);
  return body.object === "error" ? describeError(body) : undefined;
}

function describeError(error: Json): string {
  if (typeof error === "string") return error;
  if (typeof error === "object" && error !== null && !Array.isArray(error)) {
    const message = string(error.message) || string(error.detail);
    const code = typeof error.code === "number" || typeof error.code === "string" ? String(error.code) : "";
    if (message) return message + (code === "" ? "" : ` (code ${code})`);
  }
  return sortedJson(error);
}

function parse(data: string): Json {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new SyntaxError(`malformed SSE delta: expected JSON, found ${JSON.stringify(clip(data))}`, { cause });
  }
}

/** The choice that is the reply: with `n` above 1 the alternatives come in chunks of their own. */
function firstChoice(choices: Json[]): JsonObject | undefined {
  for (const item of choices) {
    const choice = object(item, "choices[0]");
    if (choice !== undefined && (typeof choice.index !== "number" || choice.index === 0)) return choice;
  }
  return undefined;
}

function callFragment(value: Json): CallFragment | undefined {
  const call = object(value, "choices[0].delta.tool_calls[]");
  if (call === undefined) return undefined;
  const fn = object(call.function, "choices[0].delta.tool_calls[].function") ?? {};
  const fragment: CallFragment = {};
  if (typeof call.index === "number" && Number.isSafeInteger(call.index) && call.index >= 0) fragment.index = call.index;
  const id = string(call.id);
  if (id) fragment.id = id;
  const name = string(fn.name);
  if (name) fragment.name = name;
  const args = fn.arguments;
  // Some services send the arguments as the object itself.
  if (args !== undefined && args !== null) fragment.arguments = typeof args === "string" ? args : sortedJson(args);
  return fragment;
}

function string(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Text, or a list of parts whose texts are joined. */
function text(value: Json | undefined, where: string): string | undefined {
  if (value === undefined || value === null || typeof value === "string") return value ?? undefined;
  if (!Array.isArray(value)) throw unexpected(where, "text", value);
  return value.map((part) => string(object(part, `${where}[]`)?.text) ?? "").join("");
}

function object(value: Json | undefined, where: string): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) throw unexpected(where, "an object", value);
  return value;
}

function list(value: Json | undefined, where: string): Json[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw unexpected(where, "an array", value);
  return value;
}

function unexpected(where: string, wanted: string, found: Json): Error {
  return new Error(`malformed SSE delta: ${where} is ${clip(sortedJson(found))}, expected ${wanted}`);
}
