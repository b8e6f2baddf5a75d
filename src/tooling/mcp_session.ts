/**
 * One live connection to an MCP server.
 * @module
 */

import type { Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { McpTransport } from "./mcp_transport.ts";

/** How long requests may take. */
export interface RequestLimits {
  /** Seconds without an answer; a progress notification starts them again. */
  timeout_secs: number;
  /** Seconds in all. */
  max_timeout_secs: number;
}

/** A result before it is mapped: any object. What it must hold is checked where it is used, so that one odd item spoils no list. */
const anyResult = z.record(z.string(), z.unknown());
/** A result as a server sent it. */
export type RawResult = z.infer<typeof anyResult>;

/** A handshaken connection. */
export class McpSession {
  /** The server speaks 2026-07-28: subscriptions go over `subscriptions/listen`. */
  readonly modern: boolean;
  /** Resolves with the reason when the connection ends. */
  readonly ended: Promise<string>;
  readonly #client: Client;
  readonly #transport: McpTransport;

  /** @param client connected over `transport` */
  constructor(client: Client, transport: McpTransport) {
    this.#client = client;
    this.#transport = transport;
    this.modern = client.getProtocolEra() === "modern";
    this.ended = new Promise((resolve) => {
      const end = () => resolve(this.endReason ?? "the connection was closed");
      client.onclose = end;
      // It may have ended between the handshake and now.
      if (transport.endReason !== undefined) end();
    });
  }

  /** Why the connection ended; absent while it lives. */
  get endReason(): string | undefined {
    return this.#transport.endReason;
  }

  /** The server numbered the session (HTTP); only such a session can be lost while the connection works. */
  get isNumbered(): boolean {
    return this.#transport.sessionId !== undefined;
  }

  /** What the server declared to have, such as `tools` and `resources`. */
  has(capability: "tools" | "resources"): boolean {
    return this.#client.getServerCapabilities()?.[capability] !== undefined;
  }

  /**
   * Sends a request. The signal cancels it, at the server too.
   * @throws the client package's errors
   */
  request(method: string, params: Record<string, unknown>, limits: RequestLimits, signal: AbortSignal): Promise<RawResult> {
    const maximum = limits.max_timeout_secs * 1_000;
    const options = {
      signal,
      timeout: Math.min(limits.timeout_secs * 1_000, maximum),
      maxTotalTimeout: maximum,
      resetTimeoutOnProgress: true,
      // Asking for progress is what makes a server send it.
      onprogress: () => {},
    };
    if (this.modern && method === "tools/call") {
      // Adds the headers that a tool's schema may ask for over HTTP; over the older revision it would only validate, and hide errors.
      return this.#client.callTool(params as { name: string }, options) as Promise<RawResult>;
    }
    return this.#client.request({ method, params }, anyResult, options);
  }

  /**
   * Opens a stream of notifications; for 2026-07-28 only.
   * @returns how to close it, and what resolves when the server ended it
   */
  async listen(
    filter: { resourcesListChanged: true } | { resourceSubscriptions: string[] },
    limits: RequestLimits,
    signal: AbortSignal,
  ): Promise<{ close(): Promise<void>; closed: Promise<unknown> }> {
    return await this.#client.listen(filter, { timeout: limits.timeout_secs * 1_000, signal });
  }

  /** Ends the connection; resolves when what stands behind it is gone. */
  async close(): Promise<void> {
    await this.#transport.close();
  }
}
