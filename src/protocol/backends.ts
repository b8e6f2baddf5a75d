/**
 * What a provider and a tooling are to the rest of the program. The families' rooms (`src/provider/`, `src/tooling/`) implement
 * these and the host's pumps drive them, so the interfaces live where both may look (design §5).
 *
 * Rules for every implementation: an `AbortSignal` that fires ends the work at once and closes what it opened; an error's
 * `message` is the one line that a brain sees (secrets never in it), its `cause` is for the log.
 * @module
 */

import type {
  ChatDelta,
  ChatMessage,
  ChatResult,
  Json,
  ResourceContent,
  ResourceInfo,
  ResourceTemplate,
  Tool,
  ToolOutcome,
} from "./model.ts";
import type { TraceFeed } from "./trace.ts";

/** What a brain asks a model. */
export interface ChatRequest {
  /** The model's name. */
  model: string;
  /** The conversation. */
  messages: ChatMessage[];
  /** The tools that the model may call. */
  tools: Tool[];
  /** Settings of this call, merged over the provider's own; not a JSON object: ignored. */
  params?: Json;
}

/** A chat service. */
export interface Provider {
  /** The registered kind, such as `openai`. */
  readonly kind: string;
  /**
   * The models that the service offers.
   * @throws when they cannot be listed
   */
  listModels(signal: AbortSignal): Promise<string[]>;
  /**
   * Opens a streamed reply. Resolves once the service accepted the request; rejects when it did not, so that a failure is never a
   * silent empty stream. Each item is the deltas of one read, in order, never empty: consumers handle a read at once.
   * Iterating throws when the reply breaks off; the deltas before the fault are delivered first.
   */
  chatStream(request: ChatRequest, signal: AbortSignal): Promise<AsyncIterable<ChatDelta[]>>;
  /** The whole reply at once; absent: the stream is folded (`foldDeltas`). */
  chat?(request: ChatRequest, signal: AbortSignal): Promise<ChatResult>;
  /** Told once, before any agent runs, where a scripted double can watch the trace. */
  attachTrace?(trace: TraceFeed): void;
  /** Lets go of everything that is open. */
  close?(): Promise<void>;
}

/** One change of a subscribed resource or list: the fresh value, or why it could not be fetched (the subscription lives on). */
export type ResourceUpdate<T> = { value: T } | { error: string };

/** A tool server. */
export interface Tooling {
  /** The registered kind, such as `mcp`. */
  readonly kind: string;
  /** Every tool of the server, all pages. */
  listTools(signal: AbortSignal): Promise<Tool[]>;
  /**
   * Calls a tool. `args` is the parsed arguments; anything that is no object is sent as no arguments.
   * A tool that says itself that it failed resolves with `is_error`; a call that could not be made rejects.
   */
  callTool(name: string, args: Json, signal: AbortSignal): Promise<ToolOutcome>;
  /** Every resource of the server, all pages. */
  listResources(signal: AbortSignal): Promise<ResourceInfo[]>;
  /** Every resource template of the server, all pages. */
  listResourceTemplates(signal: AbortSignal): Promise<ResourceTemplate[]>;
  /** Reads one resource: every content that the server answers. */
  readResource(uri: string, signal: AbortSignal): Promise<ResourceContent[]>;
  /**
   * Follows the list of resources; each item is the freshly fetched list. Resolves once the server agreed. An unread update is
   * replaced by a newer one: the shared connection is never held up. `signal` ends the subscription, at the server too.
   */
  subscribeResourceList(signal: AbortSignal): Promise<AsyncIterable<ResourceUpdate<ResourceInfo[]>>>;
  /** Follows one resource; each item is its freshly read contents. As `subscribeResourceList`. */
  subscribeResource(uri: string, signal: AbortSignal): Promise<AsyncIterable<ResourceUpdate<ResourceContent[]>>>;
  /** Told once, before any agent runs, where a scripted double can watch the trace. */
  attachTrace?(trace: TraceFeed): void;
  /** What a scripted double waits for now, one line each, for whoever asks why nothing happens. */
  waitingFor?(): string[];
  /** Ends the connection and every process behind it; resolves when they are gone. */
  close(): Promise<void>;
}
