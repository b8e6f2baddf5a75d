/**
 * The HTTP requests of a component: sent over a connection to an address that was checked, with the host's name in the request and in the
 * certificate's check. Redirects are the guest's to follow, and so are checked anew.
 * @module
 */

import http from "node:http";
import https from "node:https";
import type { WasiAnswer, WasiCalls, WasiInterest, WasiResults } from "../protocol/mod.ts";
import { MAX_TIMER_MS } from "../pure/max_timer.ts";
import { systemCode, WasiFault } from "./broker_faults.ts";
import { withoutBrackets } from "./broker_hosts.ts";
import { type Waitable, wake } from "./broker_poll.ts";
import { ByteInput, ByteOutput } from "./broker_streams.ts";
import type { Opened, OpenTable } from "./broker_table.ts";

/** How long connecting may take when the guest says nothing of it, in ms: as long as browsers wait. */
const CONNECT_MS = 60_000;

/** What the head of an answer may have, in bytes: Node's bound for requests. */
const MAX_HEAD = 16 * 1024;

/** The addresses of a host that may be used; none: it is refused, which the log was told. */
export type HostCheck = (host: string, port: number, signal: AbortSignal) => Promise<string[]>;

/** Headers that belong to the connection: the guest has no say in them, nor does it see them (the WASI document's forbidden ones). */
const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

/** A request and its answer. */
class Exchange implements Opened, Waitable {
  readonly wakers: Set<() => void> = new Set();
  readonly output: ByteOutput;
  readonly #request: http.ClientRequest;
  #incoming: { response: http.IncomingMessage; input: ByteInput } | undefined;
  #fault: WasiFault | undefined;

  constructor(request: http.ClientRequest, { answer_ms, pause_ms }: WasiCalls["send_request"]) {
    this.#request = request;
    this.output = new ByteOutput(
      (bytes) => new Promise((resolve, reject) => request.write(bytes, (error) => error ? reject(error) : resolve())),
      () => Promise.resolve(void request.end()),
    );
    const patience = answer_ms === null || answer_ms === undefined ? undefined : setTimeout(() => {
      this.#fail(new WasiFault("HTTP-response-timeout"));
    }, Math.min(answer_ms, MAX_TIMER_MS));
    request.on("error", (error) => this.#fail(new WasiFault(httpCode(error), { cause: error })));
    request.on("close", () => clearTimeout(patience));
    request.on("response", (response) => {
      clearTimeout(patience);
      // Whoever reads the body is told; but a body that nobody has begun to read may break off too.
      response.on("error", () => {});
      this.#incoming = { response, input: new ByteInput(bodyReader(response, pause_ms ?? undefined), () => response.destroy()) };
      wake(this);
    });
  }

  isReady(_interest: WasiInterest): boolean {
    return this.#incoming !== undefined || this.#fault !== undefined;
  }

  begin(): void {}

  take(): { response: http.IncomingMessage; input: ByteInput } {
    if (this.#incoming !== undefined) return this.#incoming;
    throw this.#fault ?? new WasiFault("would-block");
  }

  close(): void {
    this.#request.destroy();
  }

  #fail(fault: WasiFault): void {
    if (this.#fault !== undefined) return;
    this.#fault = fault;
    this.#request.destroy();
    wake(this);
  }
}

/** The calls; each may throw a `WasiFault`. */
export class BrokerHttp {
  readonly #table: OpenTable;
  readonly #mayReach: HostCheck;

  /** The requests of a run. */
  constructor(table: OpenTable, mayReach: HostCheck) {
    this.#table = table;
    this.#mayReach = mayReach;
  }

  /** See `WasiCalls`. */
  async send(asked: WasiCalls["send_request"], signal: AbortSignal): Promise<WasiResults["send_request"]> {
    this.#table.reserve("socket");
    const url = requestUrl(asked);
    const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
    const name = withoutBrackets(url.hostname);
    let addresses: string[];
    try {
      addresses = await this.#mayReach(url.hostname, port, signal);
    } catch (error) {
      throw new WasiFault(httpCode(error), { cause: error });
    }
    const [host] = addresses;
    if (host === undefined) throw new WasiFault("HTTP-request-denied");
    const headers: string[] = ["Host", url.host];
    for (const [key, value] of asked.headers) {
      if (!hopByHop.has(key.toLowerCase())) headers.push(key, value);
    }
    const isSecure = url.protocol === "https:";
    const options: https.RequestOptions = {
      host,
      port,
      method: asked.method,
      path: asked.path === "" ? "/" : asked.path,
      headers,
      setHost: false,
      agent: false,
      maxHeaderSize: MAX_HEAD,
      ...isSecure ? { servername: name } : {},
    };
    let request: http.ClientRequest;
    try {
      request = (isSecure ? https : http).request(options);
    } catch (cause) {
      // A method, path or header that cannot be sent.
      throw new WasiFault("HTTP-request-URI-invalid", { cause });
    }
    const connecting = setTimeout(
      () => request.destroy(Object.assign(new Error("connecting took too long"), { code: "ETIMEDOUT" })),
      Math.min(asked.connect_ms ?? CONNECT_MS, CONNECT_MS),
    );
    request.on("socket", (socket) => socket.once(isSecure ? "secureConnect" : "connect", () => clearTimeout(connecting)));
    request.on("response", () => clearTimeout(connecting));
    request.on("close", () => clearTimeout(connecting));
    const exchange = new Exchange(request, asked);
    const h = this.#table.add(exchange, "socket");
    if (!asked.body) exchange.output.end();
    else request.flushHeaders();
    return { h, body: this.#table.add(exchange.output, "part") };
  }

  /** See `WasiCalls`. */
  finish({ h }: WasiCalls["finish_request"]): null {
    this.#table.get(h, Exchange, "internal-error").output.end();
    return null;
  }

  /** See `WasiCalls`. */
  answer({ h }: WasiCalls["answer"]): WasiAnswer {
    const { response, input } = this.#table.get(h, Exchange, "internal-error").take();
    const headers: [string, string][] = [];
    for (let i = 0; i + 1 < response.rawHeaders.length; i += 2) {
      const [name, value] = [response.rawHeaders[i]!, response.rawHeaders[i + 1]!];
      if (!hopByHop.has(name.toLowerCase())) headers.push([name, value]);
    }
    return { status: response.statusCode ?? 0, headers, body: this.#table.add(input, "part") };
  }
}

/** @throws {WasiFault} when the parts make no URL of HTTP */
function requestUrl({ scheme, authority, path }: WasiCalls["send_request"]): URL {
  const url = URL.parse(`${scheme}://${authority}/`);
  // The authority must be one: with a slash, a question mark or a user in it, the URL's host would be another.
  const isWhole = url !== null && /^[^/?#@\\\s]+$/.test(authority) && (scheme === "http" || scheme === "https");
  if (!isWhole || path !== "" && !/^[/?*][\x21-\x7e]*$/.test(path)) throw new WasiFault("HTTP-request-URI-invalid");
  return url;
}

/** Reads an answer's body piece by piece; it is paused in between. */
function bodyReader(response: http.IncomingMessage, pauseMs: number | undefined): (into: Uint8Array) => Promise<number | null> {
  const pieces: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  return async (into) => {
    const patience = pauseMs === undefined ? undefined : setTimeout(() => {
      response.destroy(Object.assign(new Error("the answer paused for too long"), { code: "ETIMEDOUT" }));
    }, Math.min(pauseMs, MAX_TIMER_MS));
    try {
      while (rest.length === 0) {
        const { done, value } = await pieces.next();
        if (done) return null;
        rest = value;
      }
    } catch (cause) {
      throw new WasiFault(httpCode(cause), { cause });
    } finally {
      clearTimeout(patience);
    }
    const count = Math.min(into.length, rest.length);
    into.set(rest.subarray(0, count));
    rest = rest.subarray(count);
    return count;
  };
}

const codes: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "connection-refused"],
  ["ECONNRESET", "connection-terminated"],
  ["EPIPE", "connection-terminated"],
  ["ERR_STREAM_PREMATURE_CLOSE", "HTTP-response-incomplete"],
  ["ETIMEDOUT", "connection-timeout"],
  ["ENETUNREACH", "destination-unavailable"],
  ["EHOSTUNREACH", "destination-unavailable"],
  ["ENOTFOUND", "DNS-error"],
  ["EAI_AGAIN", "DNS-error"],
  ["name-unresolvable", "DNS-error"],
  ["temporary-resolver-failure", "DNS-timeout"],
  ["invalid-argument", "HTTP-request-URI-invalid"],
  ["HPE_HEADER_OVERFLOW", "HTTP-response-header-section-size"],
]);

/** An error of a request as a code of `wasi:http`. */
function httpCode(error: unknown): string {
  const code = error instanceof WasiFault ? error.code : systemCode(error);
  const known = codes.get(code);
  if (known !== undefined) return known;
  if (code.startsWith("HPE_")) return "HTTP-protocol-error";
  if (/CERT|ALTNAME|SELF_SIGNED/.test(code) || /certificate|UnknownIssuer/i.test((error as Error).message)) {
    return "TLS-certificate-error";
  }
  return /tls|ssl/i.test(`${code} ${(error as Error).message}`) ? "TLS-protocol-error" : "HTTP-protocol-error";
}
