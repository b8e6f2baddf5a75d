/**
 * A connected OpenAI-family service: what `openai.ts` loads when the provider is first used.
 * @module
 */

import type { ChatRequest } from "../protocol/backends.ts";
import type { ChatDelta } from "../protocol/model.ts";
import { shownUrl } from "./failure.ts";
import { ServiceClient, type ServiceOptions } from "./openai_http.ts";
import { parseModels } from "./openai_models.ts";
import { Reply } from "./openai_reply.ts";
import { type RequestDefaults, wireRequest } from "./openai_request.ts";
import { responseText } from "./response_text.ts";

/** Listing models is answered from memory everywhere; a service that takes longer, in milliseconds, is not well. */
const MODELS_TIMEOUT_MS = 5000;

/** The largest list of models that is read, in bytes; the largest known ones have some hundred kilobytes. */
const MAX_MODELS_BODY = 8 * 1024 * 1024;

/** Everything that a provider's config says about its service. */
export interface ConnectOptions extends ServiceOptions, RequestDefaults {
  /** How long a reply may pause, in milliseconds; 0: for ever. */
  idleMs: number;
  /** The model that stands for an empty list. */
  model?: string;
}

/** Speaks to one service. */
export class OpenAiService {
  readonly #options: ConnectOptions;
  readonly #client: ServiceClient;

  /** Connects to nothing yet. */
  constructor(options: ConnectOptions) {
    this.#options = options;
    this.#client = new ServiceClient(options);
  }

  /** See `Provider.listModels`. */
  async listModels(signal: AbortSignal): Promise<string[]> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(MODELS_TIMEOUT_MS)]);
    const call = { what: "models", signal, timeoutMs: MODELS_TIMEOUT_MS, maxRetries: 0 };
    const response = await this.#client.send("/models", call);
    const { text, isWhole } = await responseText(response.body, MAX_MODELS_BODY, deadline);
    signal.throwIfAborted();
    if (!isWhole) {
      const bounds = `${MODELS_TIMEOUT_MS / 1000} s and ${MAX_MODELS_BODY} bytes`;
      throw new Error(`failed to decode models response: the answer broke off or exceeded ${bounds}`);
    }
    const models = parseModels(text);
    return models.length === 0 && this.#options.model ? [this.#options.model] : models;
  }

  /** See `Provider.chatStream`. */
  async chatStream(request: ChatRequest, signal: AbortSignal): Promise<AsyncIterable<ChatDelta[]>> {
    const { body, names } = wireRequest(request, this.#options);
    const response = await this.#client.send("/chat/completions", { what: "chat", signal, body });
    const label = `chat stream of ${shownUrl(this.#options.baseUrl)}`;
    if (response.body === null) throw new Error(`${label}: the answer has no body, expected an event stream`);
    return new Reply(response.body, {
      signal,
      idleMs: this.#options.idleMs,
      toolName: (alias) => names.fromWire(alias),
      label,
      redact: this.#options.redact,
    });
  }
}
