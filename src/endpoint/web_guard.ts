/**
 * What keeps web pages from driving a local agent (design §8): foreign origins are refused, and so are foreign host names on a
 * loopback listener, by which a page could reach it through DNS rebinding.
 * @module
 */

import { ApiError, quoted } from "./api_error.ts";
import { isLoopback } from "./listen_address.ts";

/** How long a browser may keep the answer to a preflight, in seconds. */
const PREFLIGHT_MAX_AGE = 600;

/** How long a preflight's list of headers may be, in UTF-16 units; the official clients ask for some 300. */
const MAX_HEADER_LIST = 4096;

/** Whom a listener trusts. */
export interface WebGuardOptions {
  /** Origins that may call, exact or `*`; absent: pages of this machine. */
  origins: readonly string[] | undefined;
  /** Host names beside the loopback ones that a loopback listener answers to. */
  hosts: readonly string[];
  /** Whether the listener is on a loopback address. */
  loopback: boolean;
}

/** Judges requests by where they come from and whom they ask for. */
export class WebGuard {
  readonly #options: WebGuardOptions;
  readonly #hosts: ReadonlySet<string>;
  // The host that passed last: clients name the same one in all requests, and taking it apart was a tenth of a request's own work.
  #passed: string | undefined;

  /** A guard for one listener. */
  constructor(options: WebGuardOptions) {
    this.#options = options;
    this.#hosts = new Set(options.hosts.map((host) => host.toLowerCase()));
  }

  /**
   * Lets a request pass or answers it: `undefined` passes; a response is the answer to a preflight, which needs no key.
   * @throws {ApiError} 403 for a foreign host or origin
   */
  admit(request: Request): Response | undefined {
    const host = request.headers.get("host");
    if (host !== null && this.#options.loopback && !this.#knows(host)) {
      throw new ApiError(403, `this server does not answer for the host ${quoted(host)}; endpoint.allowed_hosts can name it`, {
        code: "host_not_allowed",
      });
    }
    const origin = request.headers.get("origin");
    if (origin === null) return undefined;
    if (!this.#trusts(origin)) {
      throw new ApiError(403, `pages of ${quoted(origin)} may not use this server; endpoint.cors_origins can allow them`, {
        code: "origin_not_allowed",
      });
    }
    const preflight = request.method === "OPTIONS" && request.headers.has("access-control-request-method");
    return preflight ? preflightAnswer(request.headers) : undefined;
  }

  /** Adds to an answer what lets the asking page read it. */
  open(request: Request, response: Response): Response {
    const origin = request.headers.get("origin");
    if (origin === null || !this.#trusts(origin)) return response;
    response.headers.set("access-control-allow-origin", origin);
    response.headers.set("access-control-expose-headers", "retry-after, x-request-id");
    response.headers.append("vary", "Origin");
    return response;
  }

  #knows(host: string): boolean {
    if (host === this.#passed) return true;
    const name = hostName(host);
    const known = isLoopback(name) || this.#hosts.has(name) || this.#hosts.has(host.toLowerCase());
    if (known) this.#passed = host;
    return known;
  }

  #trusts(origin: string): boolean {
    const { origins } = this.#options;
    if (origins !== undefined) return origins.includes("*") || origins.includes(origin);
    return URL.canParse(origin) && /^https?:\/\//.test(origin) && isLoopback(hostName(new URL(origin).host));
  }
}

/** A `Host` field or a URL's host without its port and brackets. */
function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
}

/** Allows what was asked for: which header fields a client library sends (`x-stainless-…`) is its own business. */
function preflightAnswer(asked: Headers): Response {
  const wanted = asked.get("access-control-request-headers") ?? "";
  const allowed = wanted.length <= MAX_HEADER_LIST && /^[\w!#$%&'*+.^`|~, -]+$/.test(wanted)
    ? wanted
    : "authorization, content-type";
  const headers = new Headers({
    "access-control-allow-methods": "GET, POST, OPTIONS",
    "access-control-allow-headers": allowed,
    "access-control-max-age": String(PREFLIGHT_MAX_AGE),
    "vary": "Access-Control-Request-Headers",
  });
  if (asked.get("access-control-request-private-network") === "true") headers.set("access-control-allow-private-network", "true");
  return new Response(null, { status: 204, headers });
}
