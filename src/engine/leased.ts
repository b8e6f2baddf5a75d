/**
 * Back ends that can be replaced while they are in use (design §8): what is open on the old one goes on, then it closes.
 * @module
 */

import type {
  ChatDelta,
  ChatRequest,
  ChatResult,
  Json,
  Provider,
  ResourceContent,
  ResourceInfo,
  ResourceTemplate,
  ResourceUpdate,
  Tool,
  Tooling,
  ToolOutcome,
  TraceFeed,
} from "../protocol/mod.ts";

/** Counts what is open, and closes once when it is retired and nothing is. */
class Lease {
  readonly #close: () => Promise<void> | undefined;
  #open = 0;
  #closed: Promise<void> | undefined;
  readonly retired = new AbortController();

  constructor(close: () => Promise<void> | undefined) {
    this.#close = close;
  }

  async during<T>(work: Promise<T>): Promise<T> {
    this.#open++;
    try {
      return await work;
    } finally {
      this.#done();
    }
  }

  async *#whole<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    // Counted from the moment that the stream was handed out, which is before anybody iterates it.
    try {
      yield* items;
    } finally {
      this.#done();
    }
  }

  async stream<T>(work: Promise<AsyncIterable<T>>): Promise<AsyncIterable<T>> {
    this.#open++;
    try {
      return this.#whole(await work);
    } catch (error) {
      this.#done();
      throw error;
    }
  }

  retire(): void {
    this.retired.abort();
    if (this.#open === 0) this.close().catch(() => {});
  }

  close(): Promise<void> {
    return this.#closed ??= Promise.resolve(this.#close());
  }

  #done(): void {
    this.#open--;
    if (this.#open === 0 && this.retired.signal.aborted) this.close().catch(() => {});
  }
}

/** A provider that can be retired. */
export class LeasedProvider implements Provider {
  /** See {@linkcode Provider}. */
  readonly kind: string;
  /** See {@linkcode Provider}; there only when the wrapped one has it. */
  readonly chat?: (request: ChatRequest, signal: AbortSignal) => Promise<ChatResult>;
  readonly #provider: Provider;
  readonly #lease: Lease;

  /** Wraps a provider. */
  constructor(provider: Provider) {
    this.kind = provider.kind;
    this.#provider = provider;
    this.#lease = new Lease(() => provider.close?.());
    if (provider.chat) this.chat = (request, signal) => this.#lease.during(provider.chat!(request, signal));
  }

  /** See {@linkcode Provider}. */
  listModels(signal: AbortSignal): Promise<string[]> {
    return this.#lease.during(this.#provider.listModels(signal));
  }

  /** See {@linkcode Provider}. */
  chatStream(request: ChatRequest, signal: AbortSignal): Promise<AsyncIterable<ChatDelta[]>> {
    return this.#lease.stream(this.#provider.chatStream(request, signal));
  }

  /** See {@linkcode Provider}. */
  attachTrace(trace: TraceFeed): void {
    this.#provider.attachTrace?.(trace);
  }

  /** It is replaced: closes once its open calls have ended. */
  retire(): void {
    this.#lease.retire();
  }

  /** See {@linkcode Provider}. */
  close(): Promise<void> {
    return this.#lease.close();
  }
}

/** A tooling that can be retired. */
export class LeasedTooling implements Tooling {
  /** See {@linkcode Tooling}. */
  readonly kind: string;
  readonly #name: string;
  readonly #tooling: Tooling;
  readonly #lease: Lease;

  /** Wraps the tooling that the config calls `name`. */
  constructor(name: string, tooling: Tooling) {
    this.kind = tooling.kind;
    this.#name = name;
    this.#tooling = tooling;
    this.#lease = new Lease(() => tooling.close());
  }

  /** See {@linkcode Tooling}. */
  listTools(signal: AbortSignal): Promise<Tool[]> {
    return this.#lease.during(this.#tooling.listTools(signal));
  }

  /** See {@linkcode Tooling}. */
  callTool(name: string, args: Json, signal: AbortSignal): Promise<ToolOutcome> {
    return this.#lease.during(this.#tooling.callTool(name, args, signal));
  }

  /** See {@linkcode Tooling}. */
  listResources(signal: AbortSignal): Promise<ResourceInfo[]> {
    return this.#lease.during(this.#tooling.listResources(signal));
  }

  /** See {@linkcode Tooling}. */
  listResourceTemplates(signal: AbortSignal): Promise<ResourceTemplate[]> {
    return this.#lease.during(this.#tooling.listResourceTemplates(signal));
  }

  /** See {@linkcode Tooling}. */
  readResource(uri: string, signal: AbortSignal): Promise<ResourceContent[]> {
    return this.#lease.during(this.#tooling.readResource(uri, signal));
  }

  /** See {@linkcode Tooling}. A subscription has no end to wait for, so it does not keep a retired tooling open. */
  async subscribeResourceList(signal: AbortSignal): Promise<AsyncIterable<ResourceUpdate<ResourceInfo[]>>> {
    return this.#told(await this.#lease.during(this.#tooling.subscribeResourceList(signal)), signal);
  }

  /** See {@linkcode Tooling}. As `subscribeResourceList`. */
  async subscribeResource(uri: string, signal: AbortSignal): Promise<AsyncIterable<ResourceUpdate<ResourceContent[]>>> {
    return this.#told(await this.#lease.during(this.#tooling.subscribeResource(uri, signal)), signal);
  }

  /** See {@linkcode Tooling}. */
  attachTrace(trace: TraceFeed): void {
    this.#tooling.attachTrace?.(trace);
  }

  /** See {@linkcode Tooling}. */
  waitingFor(): string[] {
    return this.#tooling.waitingFor?.() ?? [];
  }

  /** It is replaced: closes once its open calls have ended. */
  retire(): void {
    this.#lease.retire();
  }

  /** See {@linkcode Tooling}. */
  close(): Promise<void> {
    return this.#lease.close();
  }

  /** The brain hears that its subscription ended with the tooling that it was made on. */
  async *#told<T>(updates: AsyncIterable<ResourceUpdate<T>>, signal: AbortSignal): AsyncGenerator<ResourceUpdate<T>> {
    yield* updates;
    if (this.#lease.retired.signal.aborted && !signal.aborted) {
      yield { error: `the tooling ${JSON.stringify(this.#name)} was replaced: subscribe again` };
    }
  }
}
