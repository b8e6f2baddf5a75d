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
import { MAX_MESSAGE_BYTES, type McpTransport } from "./mcp_transport.ts";

/** How long a server may take to hear that its session is over, in ms. */
const FAREWELL_MS = 1_000;
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
  /** Nothing: each exchange is a connection of its own, and only omw ends the transport. */
  readonly endReason = undefined;
  readonly #inner: StreamableHTTPClientTransport;
  /** Bounded by the calls in flight; by id, which the client mints. */
  readonly #open = new Map<string | number, OpenRequest>();
  #closing: Promise<void> | undefined;

  private constructor(inner: StreamableHTTPClientTransport) {
    this.#inner = inner;
    inner.onmessage = (message) => this.#receive(message);
    inner.onerror = (error) => this.onerror?.(error);
    inner.onclose = () => this.onclose?.();
  }

  /**
   * Makes the transport; nothing is sent yet.
   * @param headers sent with each request
   */
  static async create(url: URL, headers: Headers): Promise<HttpTransport> {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    return new HttpTransport(
      new StreamableHTTPClientTransport(url, { requestInit: { headers }, fetch: boundedFetch(MAX_MESSAGE_BYTES) }),
    );
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
    this.#open.clear();
    await this.#inner.close();
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
