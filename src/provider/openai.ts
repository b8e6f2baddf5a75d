/**
 * The provider kind `openai`: any service with the chat completions API.
 * @module
 */

import { ConfigError, keyPath } from "../config/errors.ts";
import { parseParams, plainParams } from "../config/params.ts";
import type { PermissionNeeds } from "../config/permissions.ts";
import { redactor } from "../config/redact.ts";
import type { Secret } from "../config/secret.ts";
import type { ChatRequest, Provider } from "../protocol/backends.ts";
import type { ChatDelta } from "../protocol/model.ts";
import { DEFAULT_BASE_URL, type OpenAiParams, openAiParams } from "./openai_params.ts";
import type { ConnectOptions, OpenAiService } from "./openai_service.ts";
import type { ProviderArgs, ProviderFactory } from "./provider.ts";

/** Builds providers of kind `openai`. */
export const openAiProvider: ProviderFactory = {
  kind: "openai",
  params: openAiParams,
  build(args: ProviderArgs): Provider {
    const params = parseParams(openAiParams, args.params, args.where, args.warn);
    return new OpenAiProvider(params, secretHeaders(params, args.where));
  },
  permissions: openAiPermissions,
};

/** A header whose value is secret. */
interface SecretHeader {
  readonly name: string;
  readonly prefix: string;
  readonly secret: Secret;
}

class OpenAiProvider implements Provider {
  readonly kind = "openai";
  readonly #params: OpenAiParams;
  readonly #headers: readonly SecretHeader[];
  readonly #closing = new AbortController();
  #service: Promise<OpenAiService> | undefined;

  constructor(params: OpenAiParams, headers: readonly SecretHeader[]) {
    this.#params = params;
    this.#headers = headers;
  }

  async listModels(signal: AbortSignal): Promise<string[]> {
    const both = this.#orClosed(signal);
    return (await this.#connect(both)).listModels(both);
  }

  async chatStream(request: ChatRequest, signal: AbortSignal): Promise<AsyncIterable<ChatDelta[]>> {
    const both = this.#orClosed(signal);
    return (await this.#connect(both)).chatStream(request, both);
  }

  close(): Promise<void> {
    this.#closing.abort(new Error("the provider was closed"));
    for (const { secret } of this.#headers) secret.dispose();
    return Promise.resolve();
  }

  #orClosed(signal: AbortSignal): AbortSignal {
    const both = AbortSignal.any([signal, this.#closing.signal]);
    both.throwIfAborted();
    return both;
  }

  async #connect(signal: AbortSignal): Promise<OpenAiService> {
    // One import for concurrent first uses.
    this.#service ??= import("./openai_service.ts").then(({ OpenAiService }) => new OpenAiService(this.#connectOptions()));
    const service = await this.#service;
    signal.throwIfAborted();
    return service;
  }

  #connectOptions(): ConnectOptions {
    const { base_url, model, params, reasoning_echo, timeout_secs, idle_timeout_secs, max_retries } = this.#params;
    return {
      baseUrl: base_url.replace(/\/+$/, ""),
      model,
      params,
      reasoningEcho: reasoning_echo,
      timeoutMs: Math.ceil(timeout_secs * 1000),
      idleMs: Math.ceil(idle_timeout_secs * 1000),
      maxRetries: max_retries,
      headers: () => this.#headers.map(({ name, prefix, secret }) => [name, prefix + secret.reveal().trim()]),
      redact: redactor(this.#headers.map(({ secret }) => secret)),
    };
  }
}

/** The service's host and port, and whether there is something to keep in locked memory. Redirects elsewhere need more. */
function openAiPermissions(params: unknown): PermissionNeeds {
  const plain = plainParams(params);
  const { base_url = DEFAULT_BASE_URL, api_key = "", headers = {} } = (typeof plain === "object" ? plain ?? {} : {}) as {
    base_url?: unknown;
    api_key?: unknown;
    headers?: unknown;
  };
  if (typeof base_url !== "string" || !URL.canParse(base_url)) return {};
  const { hostname, port, protocol } = new URL(base_url);
  const secrets = [api_key, ...Object.values(typeof headers === "object" ? headers ?? {} : {})].some((value) => value !== "");
  return { net: [`${hostname}:${port || (protocol === "http:" ? 80 : 443)}`], secrets };
}

function secretHeaders(params: OpenAiParams, where: string): SecretHeader[] {
  const headers: SecretHeader[] = Object.entries(params.headers).map(([name, secret]) => {
    requireHeaderText(secret, keyPath(where, "headers", name));
    return { name, prefix: "", secret };
  });
  const ownAuthorization = headers.some(({ name }) => name.toLowerCase() === "authorization");
  if (params.api_key !== undefined && !params.api_key.isEmpty && !ownAuthorization) {
    requireHeaderText(params.api_key, keyPath(where, "api_key"));
    headers.push({ name: "authorization", prefix: "Bearer ", secret: params.api_key });
  }
  return headers;
}

/** Found here, the fault can be told by its path; found when the header is set, the library's error would quote the secret. */
function requireHeaderText(secret: Secret, path: string): void {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(secret.reveal().trim())) return;
  throw new ConfigError(`${path}: holds a line end or another character that an HTTP header cannot carry`);
}
