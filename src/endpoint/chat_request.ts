/**
 * The body of `POST /v1/chat/completions` (facts §6.2).
 * @module
 */

import type { EndpointRequest } from "../host/endpoint_desk.ts";
import { MAX_FRAME_BYTES } from "../protocol/mod.ts";
import { sortedJson } from "../pure/json.ts";
import { utf8Length } from "../pure/utf8_length.ts";
import { ApiError, invalid } from "./api_error.ts";
import { isObject, type JsonObject, own, readMessages } from "./messages.ts";
import { readTools } from "./tools.ts";

/** From this length on, in bytes, a body is measured again as the event that it makes: escapes and numbers can grow tenfold. */
const SURELY_FITS: number = MAX_FRAME_BYTES / 16;

/** What an event's frame holds beside the request. */
const FRAME_ROOM = 4096;

/** What the endpoint itself reads; everything else goes to the brain as params. */
const READ_HERE: ReadonlySet<string> = new Set(["model", "messages", "tools", "stream"]);

/** A chat request that is well formed. */
export interface ChatCall {
  /** The model. */
  model: string;
  /** Whether the reply is wanted as server-sent events. */
  stream: boolean;
  /** Whether the stream's last chunk is to carry token counts. */
  includeUsage: boolean;
  /** What the model's agent gets. */
  request: EndpointRequest;
}

/**
 * Reads a body.
 * @throws {ApiError} 400 that names the member at fault; 413 when the request is larger than what a brain can be sent
 */
export function readChatCall(bytes: Uint8Array): ChatCall {
  try {
    return checked(parse(bytes), bytes.length);
  } catch (error) {
    if (error instanceof RangeError) throw invalid("the request body is nested too deeply");
    throw error;
  }
}

function parse(bytes: Uint8Array): JsonObject {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const reason = error instanceof SyntaxError ? error.message : "it is not UTF-8";
    throw invalid(`Failed to parse the request body as JSON: ${reason}`);
  }
  if (!isObject(body)) throw invalid("the request body must be a JSON object");
  return body;
}

function checked(body: JsonObject, bytes: number): ChatCall {
  const model = own(body, "model");
  if (typeof model !== "string") throw invalid("model must be a string", "model", missingOr(model));
  const stream = own(body, "stream") ?? false;
  if (typeof stream !== "boolean") throw invalid("stream must be true or false", "stream", "invalid_type");
  const includeUsage = readIncludeUsage(own(body, "stream_options"));
  const messages = own(body, "messages");
  if (messages === undefined) {
    throw invalid("messages is missing: give an array of messages", "messages", "missing_required_parameter");
  }
  const request: EndpointRequest = { messages: readMessages(messages), tools: readTools(own(body, "tools")) };
  const params = readParams(body);
  if (params !== undefined) request.params = params;
  if (bytes > SURELY_FITS && utf8Length(JSON.stringify(request)) > MAX_FRAME_BYTES - FRAME_ROOM) {
    throw new ApiError(413, `the request is larger than the ${MAX_FRAME_BYTES} bytes that a model can be sent`);
  }
  return { model, stream, includeUsage, request };
}

function missingOr(value: unknown): string {
  return value === undefined ? "missing_required_parameter" : "invalid_type";
}

function readIncludeUsage(options: unknown): boolean {
  if (options === undefined) return false;
  if (!isObject(options)) throw invalid("stream_options must be an object", "stream_options", "invalid_type");
  const wanted = own(options, "include_usage") ?? false;
  if (typeof wanted === "boolean") return wanted;
  throw invalid("stream_options.include_usage must be true or false", "stream_options.include_usage", "invalid_type");
}

/** Every member that is not read here, as the client wrote it; text, because a brain gets it as text. */
function readParams(body: JsonObject): string | undefined {
  const names = Object.keys(body).filter((name) => !READ_HERE.has(name));
  if (names.length === 0) return undefined;
  const params: JsonObject = Object.create(null);
  for (const name of names) params[name] = body[name];
  return sortedJson(params);
}
