/**
 * What an endpoint is: a server or a double that opens sessions at the desk for requests from outside (facts §11).
 * @module
 */

import type { ParamsSchema, PermissionNeeds, Tunables } from "../config/mod.ts";
import type { EndpointDesk } from "../host/endpoint_desk.ts";
import type { TraceFeed } from "../protocol/mod.ts";

/** An inbound side of the program. */
export interface Endpoint {
  /** The registered kind, such as `openai`. */
  readonly kind: string;
  /**
   * Starts to serve; resolves once requests are accepted, with the address when there is one (`127.0.0.1:8080`).
   * @throws {Error} when it can't, such as an address in use
   */
  start(desk: EndpointDesk): Promise<{ address?: string }>;
  /** Stops to serve: replies that are on their way may finish for a moment, then every connection is closed. */
  stop(): Promise<void>;
  /** Told once, before any agent runs, where a scripted double can watch the trace. */
  attachTrace?(trace: TraceFeed): void;
  /** What a scripted double waits for now, one line each, for whoever asks why nothing happens. */
  waitingFor?(): string[];
}

/** What an endpoint is built from. */
export interface EndpointArgs {
  /** The `[endpoint]` table. */
  params: unknown;
  /** The table's place in the config, for errors. */
  where: "endpoint";
  /** The runtime's times and bounds. */
  tunables: Tunables;
  /** Hears what should be logged, as one line. */
  warn(message: string): void;
}

/** Builds one kind of endpoint. */
export interface EndpointFactory {
  /** The kind's name in a config. */
  readonly kind: string;
  /** The params' zod schema: it validates them and is part of the config's JSON Schema. */
  readonly params: ParamsSchema<unknown>;
  /**
   * Builds an endpoint without opening anything.
   * @throws {ConfigError} when the params are wrong; it names the config path
   */
  build(args: EndpointArgs): Endpoint;
  /** What an endpoint with these params, not validated yet, needs of the system. Never throws; wrong params need nothing. */
  permissions(params: unknown): PermissionNeeds;
}
