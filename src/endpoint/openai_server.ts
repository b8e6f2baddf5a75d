/**
 * The HTTP server of the OpenAI endpoint: one listener, its limits, and who may come in.
 * @module
 */

import type { EndpointDesk } from "../host/endpoint_desk.ts";
import { ApiError, internal, tooMany } from "./api_error.ts";
import { ApiKeys } from "./api_keys.ts";
import { chatRoutes } from "./chat_routes.ts";
import { InFlight } from "./in_flight.ts";
import { formatListenAddress, isLoopback } from "./listen_address.ts";
import type { OpenaiEndpointParams } from "./openai_params.ts";
import { WebGuard } from "./web_guard.ts";

/** How long replies may go on after `stop`, in ms; the brains had their time before that. */
const DRAIN_MS = 2_000;

/** How long the last bytes of finished answers may take to reach the system, in ms. */
const FLUSH_MS = 20;

/** A running server. */
export interface OpenaiServer {
  /** The address that it got, such as `127.0.0.1:8080`. */
  address: string;
  /** Lets answers that are on their way finish for a moment, then closes every connection. */
  stop(): Promise<void>;
}

/**
 * Binds and serves.
 * @throws {Error} when the address can't be bound
 */
export function startOpenaiServer(
  desk: EndpointDesk,
  params: OpenaiEndpointParams,
  warn: (message: string) => void,
): OpenaiServer {
  const guard = new WebGuard({
    origins: params.cors_origins,
    hosts: params.allowed_hosts,
    loopback: isLoopback(params.listen.hostname),
  });
  const keys = new ApiKeys((params.api_keys ?? []).map((key) => key.reveal()));
  const keepAlive = { kind: params.keepalive, afterMs: params.keepalive_secs * 1000 };
  const app = chatRoutes({ desk, maxBodyBytes: params.max_body_bytes, maxSessions: params.max_sessions, keepAlive, warn });
  const requests = new InFlight();

  function answer(request: Request): Response | Promise<Response> {
    try {
      const preflight = guard.admit(request);
      if (preflight !== undefined) return preflight;
      if (!isProbe(request.url)) {
        keys.check(request.headers);
        if (requests.count > params.max_requests) {
          throw tooMany("too many requests at once; try again later", { connection: "close" });
        }
      }
      return app.fetch(request);
    } catch (error) {
      return error instanceof ApiError ? error.response() : failed(error);
    }
  }

  function failed(error: unknown): Response {
    warn(`endpoint request failed: ${error instanceof Error ? error.message : String(error)}`);
    return internal().response();
  }

  const closing = new AbortController();
  const server = serve({ ...params.listen, signal: closing.signal, onError: failed }, async (request, info) => {
    requests.add(info.completed);
    return guard.open(request, await answer(request));
  });
  return {
    address: formatListenAddress({ hostname: server.addr.hostname, port: server.addr.port }),
    // Not `server.shutdown()`: it waits for half a request without a limit, and aborting after it throws (Deno 2.9.6).
    stop: async () => {
      await requests.idle(DRAIN_MS);
      await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
      closing.abort();
      await server.finished;
    },
  };
}

function serve(
  options: { hostname: string; port: number; signal: AbortSignal; onError: (error: unknown) => Response },
  handler: Deno.ServeHandler<Deno.NetAddr>,
): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve({ ...options, onListen: () => {} }, handler);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`failed to bind endpoint listener on ${formatListenAddress(options)}: ${reason}`, { cause });
  }
}

/** Health checks carry no key and must be answered when the server is at its limit. */
function isProbe(url: string): boolean {
  const path = url.slice(url.indexOf("/", url.indexOf("//") + 2));
  return path === "/healthz" || path === "/readyz";
}
