/**
 * The params of kind `openai`.
 * @module
 */

import { z } from "zod";
import { secretString } from "../config/secret_string.ts";

const HTTP_TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** A day, in seconds: nothing that is waited for takes longer, and it is far below what a timer can hold. */
const MAX_SECONDS = 86_400;

/** The service of a provider that names none. */
export const DEFAULT_BASE_URL = "https://api.openai.com/v1";

/** The headers that omw itself sets in a request. */
const OWN_HEADERS = new Set(["content-length", "content-type", "host", "transfer-encoding"]);

/** The schema of a `[providers.<name>]` entry of kind `openai`, its descriptions being the reference documentation. */
export const openAiParams = z.object({
  base_url: z.string()
    .refine(isServiceUrl, "expected an http:// or https:// URL without user, password and fragment (a key belongs in api_key)")
    .default(DEFAULT_BASE_URL)
    .describe(
      "The service's URL up to and including its version, such as http://localhost:11434/v1. Trailing slashes don't matter.",
    ),
  api_key: secretString().optional()
    .describe("Sent as `Authorization: Bearer`. Absent or empty: no such header. It is never logged."),
  model: z.string().optional()
    .describe("What list-models returns when the service lists no model. It is not a default for chats."),
  params: z.record(z.string(), z.json()).default({})
    .describe("Settings of every request, such as temperature or stream_options; those of a call override them."),
  headers: z.record(z.string().regex(HTTP_TOKEN, "expected the name of an HTTP header"), secretString())
    .refine((headers) => !Object.keys(headers).some((name) => OWN_HEADERS.has(name.toLowerCase())), {
      message: `must not set ${[...OWN_HEADERS].join(", ")}`,
    })
    .default({})
    .describe(
      'Further request headers, such as { api-key = "…" }. Their values are secret. `authorization` replaces that of api_key.',
    ),
  reasoning_echo: z.enum(["reasoning", "reasoning_content", "off"]).default("reasoning")
    .describe(
      "The field in which an assistant message's reasoning is sent back. Some models need it in a tool loop, some services refuse it: off.",
    ),
  timeout_secs: z.number().positive().max(MAX_SECONDS).default(600)
    .describe("How long each attempt waits for the service to begin its answer."),
  idle_timeout_secs: z.number().min(0).max(MAX_SECONDS).default(300)
    .describe("How long a reply may pause before it counts as broken off; 0: for ever."),
  max_retries: z.int().min(0).max(10).default(2)
    .describe(
      "How often a request is tried again after a failed connection or status 408, 409, 429 or 5xx, after the Retry-After that the service sends or a growing pause. A reply that has begun is never asked for again.",
    ),
});

/** The validated params. */
export type OpenAiParams = z.output<typeof openAiParams>;

function isServiceUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return (protocol === "http:" || protocol === "https:") && username === "" && password === "" && hash === "";
}
