/**
 * The streamable HTTP transport: the client package's own, with what it leaves open.
 * @module
 */

import type {
  JSONRPCMessage,
  StreamableHTTPClientTransport,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/client";
import { settlesWithin } from "./abortable.ts";
import { boundedFetch } from "./bounded_fetch.ts";
import { httpFaultOf, isSdkError } from "./mcp_errors.ts";
import { MAX_MESSAGE_BYTES, type McpTransport } from "./mcp_transport.ts";

/** How long a server may take to hear that its session is over, in ms. */
const FAREWELL_MS = 1_000;
/**
 * How a broken event stream is opened again: after 250 ms, 500 ms, 1 s and 2 s. After that the session is given up, so that its
 * subscriptions are made anew over another one.
 */
const REOPENING = { initialReconnectionDelay: 250, reconnectionDelayGrowFactor: 2, maxReconnectionDelay: 2_000 };
const MAX_REOPENINGS = 4;
/** The JSON-RPC code for an answer that never came; the range -32000 to -32099 is free for implementations. */
const NO_ANSWER_CODE = -32_000;

/** A request that was sent and has no answer yet. */
interface OpenRequest {
  id: string | number;
  controller: AbortController;
}

/**
 * Adds to the package's transport: a request that was cancelled or timed out closes its HTTP exchange; an answer stream that ends
 * without the answer fails its request at once; bodies are bounded; closing tells the server that the session is over.
 */
export class HttpTransport implements McpTransport {
  /** Called once, when the connection ended. */
  onclose?: Transport["onclose"];
  /** Called with faults that do not end the connection. */
  onerror?: Transport["onerror"];
  /** Called with each message of the server. */
  onmessage?: Transport["onmessage"];
  /** Each request has an HTTP exchange of its own. */
  readonly hasPerRequestStream = true;
  readonly #inner: StreamableHTTPClientTransport;
  #endReason: string | undefined;
  /** Bounded by the calls in flight; by id, which the client mints. */
  readonly #open = new Map<string | number, OpenRequest>();
  #closing: Promise<void> | undefined;

  private constructor(create: (onBroken: () => void) => StreamableHTTPClientTransport) {
    const inner = create(() => this.#giveUp("the server's event stream broke and could not be opened again"));
    this.#inner = inner;
    inner.onmessage = (message) => this.#receive(message);
    inner.onclose = () => this.onclose?.();
    inner.onerror = (error) => {
      this.onerror?.(error);
      // A request that meets the same is told of it by its own error.
      const isStream = isSdkError(error, "CLIENT_HTTP_FAILED_TO_OPEN_STREAM");
      if (isStream && httpFaultOf(error)?.status === 404) this.#giveUp("the server does not know the session any more");
    };
  }

  /**
   * Makes the transport; nothing is sent yet.
   * @param headers sent with each request
   */
  static async create(url: URL, headers: Headers): Promise<HttpTransport> {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    return new HttpTransport((onBroken) =>
      new StreamableHTTPClientTransport(url, {
        requestInit: { headers },
        fetch: boundedFetch(MAX_MESSAGE_BYTES),
        reconnectionOptions: { ...REOPENING, maxRetries: Infinity },
        reconnectionScheduler: (reopen, delay, attempts) => {
          if (attempts >= MAX_REOPENINGS) return onBroken();
          const timer = setTimeout(reopen, delay);
          return () => clearTimeout(timer);
        },
      })
    );
  }

  /** Why the server's side ended the session; absent while it lives, and when omw ended it. */
  get endReason(): string | undefined {
    return this.#endReason;
  }

  /** The session's id, when the server gave one. */
  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  /** Takes the negotiated revision for later requests' headers. */
  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  /** Prepares; the first request connects. */
  start(): Promise<void> {
    return this.#inner.start();
  }

  /** Sends one message. @throws when the server refuses it or cannot be reached */
  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!("method" in message)) return await this.#inner.send(message, options);
    if ("id" in message) return await this.#sendRequest(message, options);
    try {
      await this.#inner.send(message, options);
    } finally {
      if (message.method === "notifications/cancelled") this.#abandon(message.params?.requestId);
    }
  }

  /** Ends the session at the server and closes every exchange. */
  close(): Promise<void> {
    return this.#closing ??= this.#close();
  }

  async #close(): Promise<void> {
    if (this.#inner.sessionId !== undefined) await settlesWithin(this.#inner.terminateSession(), FAREWELL_MS);
    await this.#inner.close();
  }

  /** Ends a session that is of no use any more, so that the next use makes another. */
  #giveUp(reason: string): void {
    if (this.#closing !== undefined) return;
    this.#endReason = reason;
    // Not a farewell: the server forgot the session, or cannot be reached.
    this.#closing = this.#inner.close();
  }

  async #sendRequest(message: JSONRPCMessage & { id: string | number }, options?: TransportSendOptions): Promise<void> {
    const request: OpenRequest = { id: message.id, controller: new AbortController() };
    const given = options?.requestSignal;
    const signal = given === undefined ? request.controller.signal : AbortSignal.any([given, request.controller.signal]);
    this.#open.set(request.id, request);
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.();
      this.#failUnanswered(request);
    };
    try {
      await this.#inner.send(message, { ...options, requestSignal: signal, onRequestStreamEnd });
    } catch (error) {
      this.#open.delete(request.id);
      throw error;
    }
  }

  #receive(message: JSONRPCMessage): void {
    if (!("method" in message) && message.id !== undefined) this.#open.delete(message.id);
    this.onmessage?.(message);
  }

  #abandon(id: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") return;
    this.#open.get(id)?.controller.abort(new Error("the request was cancelled"));
    this.#open.delete(id);
  }

  #failUnanswered(request: OpenRequest): void {
    if (this.#open.get(request.id) !== request) return;
    this.#open.delete(request.id);
    const error = { code: NO_ANSWER_CODE, message: "the server ended its answer without a result" };
    this.onmessage?.({ jsonrpc: "2.0", id: request.id, error });
  }
}
