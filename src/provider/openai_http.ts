/**
 * HTTP to an OpenAI-family service through the `openai` package, which brings retries, timeouts and proxies. This module is slow to
 * load and is imported at a provider's first use.
 * @module
 */

import { STATUS_CODES } from "node:http";
import OpenAI, { APIConnectionTimeoutError, APIError } from "openai";
import { clip, describeBody, describeTransport, shownUrl } from "./failure.ts";
import { fetchFollowing } from "./redirects.ts";
import { responseText } from "./response_text.ts";
import { MAX_RETRY_WAIT_MS, retryAfterMs } from "./retry_after.ts";

/** So many bytes of an error response are read: its message is wanted, not its page. */
const MAX_ERROR_BODY = 16 * 1024;

/** So long an error response may take to send its body, in milliseconds; the status is told in any case. */
const ERROR_BODY_MS = 2000;

/** Where and how to reach a service. */
export interface ServiceOptions {
  /** The service's URL, up to and including `/v1`. */
  baseUrl: string;
  /** The request headers beyond content type and accept; asked for each time, so that secrets are in strings only then. */
  headers(): [string, string][];
  /** How long a service may take to begin its answer, in milliseconds. */
  timeoutMs: number;
  /** How often a request is tried again. */
  maxRetries: number;
  /** Takes secrets out of a text that the service wrote. */
  redact(text: string): string;
}

/** How one call differs from the service's options. */
export interface CallOptions {
  /** What the call is, for errors: `chat` or `models`. */
  what: string;
  /** Ends the call at once. */
  signal: AbortSignal;
  /** The JSON text to POST; absent: GET. */
  body?: string;
  /** Instead of the service's. */
  timeoutMs?: number;
  /** Instead of the service's. */
  maxRetries?: number;
}

/** An error status, with the body as far as it was read. */
class StatusError extends APIError {
  readonly body: string;

  constructor(status: number, body: string, headers: Headers) {
    super(status, undefined, body, headers);
    this.body = body;
  }
}

/** The package's client without what it takes from the environment or adds by itself. */
class Client extends OpenAI {
  readonly #service: ServiceOptions;

  constructor(service: ServiceOptions) {
    super({
      // Every value is given, because the package looks for missing ones in OPENAI_* variables.
      apiKey: "unused",
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      baseURL: service.baseUrl,
      logLevel: "off",
      maxRetries: service.maxRetries,
      timeout: service.timeoutMs,
      fetch: boundedFetch,
    });
    this.#service = service;
  }

  /** The hook before each attempt: the headers are exactly these, whatever OPENAI_CUSTOM_HEADERS says. */
  protected override prepareRequest(request: RequestInit): Promise<void> {
    const headers = new Headers({ accept: "*/*" });
    if (request.body) headers.set("content-type", "application/json");
    for (const [name, value] of this.#service.headers()) headers.set(name, value);
    request.headers = headers;
    return Promise.resolve();
  }

  protected override makeStatusError(status: number, parsed: unknown, text: string | undefined, headers: Headers): APIError {
    return new StatusError(status, text ?? JSON.stringify(parsed), headers);
  }
}

/** Sends requests to one service. */
export class ServiceClient {
  readonly #options: ServiceOptions;
  readonly #client: Client;

  /** Connects to nothing yet. */
  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#client = new Client(options);
  }

  /**
   * The successful response to a request; its body is still to be read.
   * @throws {Error} when the service cannot be reached or answers with an error status, after the retries
   * @throws the signal's reason when it fires
   */
  async send(path: string, call: CallOptions): Promise<Response> {
    const options = {
      signal: call.signal,
      timeout: call.timeoutMs ?? this.#options.timeoutMs,
      maxRetries: call.maxRetries ?? this.#options.maxRetries,
    };
    call.signal.throwIfAborted();
    try {
      if (call.body === undefined) return await this.#client.get(path, options).asResponse();
      // Without this header the package would write a body that is text as JSON once more.
      const headers = { "content-type": "application/json" };
      return await this.#client.post(path, { ...options, headers, body: call.body }).asResponse();
    } catch (error) {
      call.signal.throwIfAborted();
      throw this.#failure(error, call.what, options.timeout);
    }
  }

  #failure(error: unknown, what: string, timeoutMs: number): Error {
    if (error instanceof StatusError) {
      const status = statusLine(error.status ?? 0);
      const wait = error.headers?.get(WAIT_HEADER);
      const tooLong = wait
        ? ` (it asks to wait ${wait} s, longer than the ${MAX_RETRY_WAIT_MS / 1000} s that a retry waits)`
        : "";
      // Redacted before it is shortened, so that no half of a secret is left at the cut.
      const body = describeBody(this.#options.redact(error.body));
      return new Error(`${what} request failed with status ${status}: ${body}${tooLong}`);
    }
    const reason = error instanceof APIConnectionTimeoutError
      ? `no answer within ${timeoutMs / 1000} s (timeout_secs)`
      : describeTransport(error);
    const { baseUrl, redact } = this.#options;
    // The library's error quotes the URL; a query can hold a key.
    const cause = baseUrl.includes("?") ? undefined : error;
    return new Error(`failed to send ${what} request to ${shownUrl(baseUrl)}: ${clip(redact(reason))}`, { cause });
  }
}

/** Carries the seconds of a `Retry-After` that is too long to follow to the error. */
const WAIT_HEADER = "x-omw-retry-after-secs";

/**
 * `fetch`, except that the body of an error response is read here, to a limit: the package would read all of it, and go on
 * forever with one that has no end. `Retry-After` is read strictly as well; see `retryAfterMs`.
 */
async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : input;
  const response = await fetchFollowing(new URL(url), init ?? {});
  if (response.ok) return response;
  const { text } = await responseText(response.body, MAX_ERROR_BODY, AbortSignal.timeout(ERROR_BODY_MS));
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "retry-after", "retry-after-ms", WAIT_HEADER]) headers.delete(name);
  const wait = retryAfterMs(response.headers.get("retry-after"), Date.now());
  if (wait !== undefined && wait <= MAX_RETRY_WAIT_MS) headers.set("retry-after-ms", String(wait));
  if (wait !== undefined && wait > MAX_RETRY_WAIT_MS) {
    headers.set("x-should-retry", "false");
    headers.set(WAIT_HEADER, String(Math.round(wait / 1000)));
  }
  if (response.status < 200 || response.status > 599) {
    throw new Error(`the service answered with the invalid status ${response.status}`);
  }
  // A 304 must not have a body; of the errors it is the only one.
  return new Response(response.status === 304 ? null : text, { status: response.status, headers });
}

/**
 * A status with its registered reason phrase, such as `401 Unauthorized`. The phrase that the service sends is not used: HTTP/2 has
 * none, and it could be anything.
 */
function statusLine(status: number): string {
  const phrase = STATUS_CODES[status];
  return phrase === undefined ? String(status) : `${status} ${phrase}`;
}
