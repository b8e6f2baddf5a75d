/**
 * The errors that a client of the endpoint sees, shaped as OpenAI's are: `{ "error": { "code", "message", "param", "type" } }`.
 * @module
 */

import type { OpenRefusal } from "../host/endpoint_desk.ts";
import type { SessionFault } from "../host/sessions.ts";

/** How long a client that was turned away should wait, in seconds: a reload or a loop's first backoff is over by then. */
const RETRY_AFTER_SECS = 1;

/** How much of a client's own text an error repeats, in UTF-16 units. */
const QUOTE_LENGTH = 200;

/** What an error object says beside its message. */
export interface ApiErrorDetails {
  /** OpenAI's class of the error; `invalid_request_error` when absent. */
  type?: string;
  /** A word for programs. */
  code?: string;
  /** The member of the request that is at fault, such as `messages[0].role`. */
  param?: string;
  /** Header fields of the answer, beside its media type. */
  headers?: Record<string, string>;
}

/** A request that is answered with an error status. */
export class ApiError extends Error {
  /** The class's name. */
  override readonly name = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  readonly #details: ApiErrorDetails;

  /** An error of `status` whose `message` the client reads. */
  constructor(status: number, message: string, details: ApiErrorDetails = {}) {
    super(message);
    this.status = status;
    this.#details = details;
  }

  /** The error object as JSON text. */
  body(): string {
    return errorBody(this.message, this.#details);
  }

  /** The answer. */
  response(): Response {
    return new Response(this.body(), {
      status: this.status,
      headers: { "content-type": "application/json", "cache-control": "no-store", ...this.#details.headers },
    });
  }
}

/** An error object as JSON text, with sorted keys. */
function errorBody(message: string, { type = "invalid_request_error", code, param }: ApiErrorDetails): string {
  return JSON.stringify({ error: { code: code ?? null, message, param: param ?? null, type } });
}

/** A 400 that names the member at fault. */
export function invalid(message: string, param?: string, code?: string): ApiError {
  return new ApiError(400, message, { param, code });
}

/** A client's text as an error repeats it: quoted, and shortened so that an answer never is as large as the request. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > QUOTE_LENGTH ? `${text.slice(0, QUOTE_LENGTH)}…` : text);
}

/** Too much of something for now. */
export function tooMany(message: string, headers?: Record<string, string>): ApiError {
  return new ApiError(429, message, {
    type: "rate_limit_error",
    code: "rate_limit_exceeded",
    headers: { ...retryAfter, ...headers },
  });
}

const retryAfter = { "retry-after": String(RETRY_AFTER_SECS) };

/** An unknown model. The text is documented (facts §6.3). */
export function unknownModel(model: string): ApiError {
  return new ApiError(404, `no such endpoint model ${quoted(model)}`, { param: "model", code: "model_not_found" });
}

/** The answer to a request that the desk refused. */
export function refused(refusal: OpenRefusal, model: string): ApiError {
  switch (refusal) {
    case "unknown":
      return unknownModel(model);
    case "busy":
      return tooMany(`the model ${quoted(model)} has too many requests waiting; try again later`);
    case "closing":
      return unavailable("the server is shutting down", "shutdown");
    case "unavailable":
      return unavailable(`the model ${quoted(model)} is restarting; try again in a moment`, "model_unavailable");
  }
}

function unavailable(message: string, code: string): ApiError {
  return new ApiError(503, message, { type: "server_error", code, headers: retryAfter });
}

/** What a client is told whose reply broke off: its status when nothing was sent yet, and the error object of a stream's last frame. */
export function brokenOff(fault: SessionFault): ApiError {
  const status = fault.code === "agent_failed" || fault.code === "client_gone" ? 502 : 503;
  const headers = status === 503 ? retryAfter : undefined;
  return new ApiError(status, fault.message, { type: "server_error", code: fault.code, headers });
}

/** What a client is told when the server itself is at fault; what went wrong is for the log. */
export function internal(): ApiError {
  return new ApiError(500, "the server failed to answer this request", { type: "server_error" });
}

/** What a client is told whose reply lacks a part. */
export function incomplete(): ApiError {
  const message = "a part of the reply was dropped: the client read too slowly, or the reply is larger than the server holds";
  return new ApiError(502, message, { type: "server_error", code: "reply_incomplete" });
}
