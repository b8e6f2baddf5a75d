/**
 * An HTTP server whose every byte is scripted, for tests of clients: splits, pauses, cuts, resets, silence.
 * @module
 */

import { type AddressInfo, createServer, type Server } from "node:net";
import { Connection } from "./connection.ts";

/** A request as it arrived. */
export interface UpstreamRequest {
  /** The method. */
  method: string;
  /** The path and query. */
  path: string;
  /** The header lines, names in lower case. */
  headers: Map<string, string>;
  /** The body as text. */
  body: string;
}

/** One step of an answer. */
export type Step =
  | { /** Bytes, or text as UTF-8, in one write. */ send: string | Uint8Array }
  | { /** A pause in milliseconds. */ pause: number }
  | { /** Wait until this is settled. */ until: Promise<unknown> }
  | { /** Close the connection with a reset, which discards what is on its way. */ reset: true }
  | { /** Wait until the client closes the connection. */ untilClosed: true };

/** What a server answers to the request with the given number, from 0. The connection is closed after the last step. */
export type Script = (request: UpstreamRequest, number: number) => Iterable<Step>;

const encoder = new TextEncoder();

/** The scripted server. */
export class Upstream implements AsyncDisposable {
  /** Every request so far. */
  readonly requests: UpstreamRequest[] = [];
  /** How many connections the client has closed before their answer's end. */
  closedByClient = 0;
  readonly #server: Server;
  readonly #script: Script;
  readonly #connections = new Set<Connection>();
  #waiting: (() => void)[] = [];

  private constructor(script: Script) {
    this.#script = script;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => void this.#serve(new Connection(socket)));
  }

  /** Starts a server on a free port. */
  static async start(script: Script): Promise<Upstream> {
    const upstream = new Upstream(script);
    await new Promise<void>((resolve, reject) => {
      upstream.#server.once("error", reject);
      upstream.#server.listen(0, "127.0.0.1", resolve);
    });
    return upstream;
  }

  /** `http://127.0.0.1:<port>`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves once `condition` holds; it is asked again whenever a request arrives or a client closes a connection. */
  async when(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Closes everything. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const connection of this.#connections) connection.reset();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(connection: Connection): Promise<void> {
    this.#connections.add(connection);
    const request = await readRequest(connection);
    if (request !== undefined) {
      const number = this.requests.push(request) - 1;
      this.#wake();
      for (const step of this.#script(request, number)) {
        await play(step, connection);
        if (connection.isOver) break;
      }
      if (connection.isOver) this.closedByClient++;
      this.#wake();
    }
    connection.close();
    this.#connections.delete(connection);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

async function play(step: Step, connection: Connection): Promise<void> {
  if ("pause" in step) await new Promise((resolve) => setTimeout(resolve, step.pause));
  else if ("until" in step) await step.until;
  else if ("reset" in step) connection.reset();
  else if ("untilClosed" in step) { while (await connection.read() !== undefined); }
  else await connection.write(typeof step.send === "string" ? encoder.encode(step.send) : step.send);
}

/** The head of a chunked answer; `Connection: close` keeps one request to a connection. */
export function head(status = "200 OK", headers: Record<string, string> = { "content-type": "text/event-stream" }): Step {
  const lines = Object.entries({ ...headers, "transfer-encoding": "chunked", connection: "close" });
  return { send: `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n` };
}

/** One HTTP chunk, which a client reads by itself when the writes are apart. */
export function chunk(data: string | Uint8Array): Step {
  const bytes = typeof data === "string" ? encoder.encode(data) : data;
  const size = encoder.encode(`${bytes.length.toString(16)}\r\n`);
  const whole = new Uint8Array(size.length + bytes.length + 2);
  whole.set(size);
  whole.set(bytes, size.length);
  whole.set([13, 10], size.length + bytes.length);
  return { send: whole };
}

/** The proper end of a chunked answer. Without it the client sees the body break off. */
export const END: Step = { send: "0\r\n\r\n" };

/** A whole event stream answer with the given data of each event. */
export function events(...data: unknown[]): Step[] {
  const text = data.map((item) => `data: ${typeof item === "string" ? item : JSON.stringify(item)}\n\n`).join("");
  return [head(), chunk(text), END];
}

function choice(delta: unknown, finish_reason: string | null) {
  return { choices: [{ index: 0, delta, finish_reason }] };
}

/** A piece of a model's streamed reply, by itself; its finish reason if it is the last one. */
export function chatPiece(content: string, finishReason: string | null = null): Step {
  return chunk(`data: ${JSON.stringify(choice({ content }, finishReason))}\n\n`);
}

/** A whole streamed reply of a model, its text in these pieces. */
export function chatEvents(...pieces: string[]): Step[] {
  return events(...pieces.map((content) => choice({ content }, null)), choice({}, "stop"), "[DONE]");
}

/** A whole answer with a body of known length. */
export function answer(status: string, body: string, headers: Record<string, string> = {}): Step[] {
  const length = String(encoder.encode(body).length);
  const lines = Object.entries({ "content-type": "application/json", ...headers, "content-length": length, connection: "close" });
  return [{ send: `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}` }];
}

async function readRequest(connection: Connection): Promise<UpstreamRequest | undefined> {
  const latin1 = new TextDecoder("latin1");
  let raw = "";
  while (!raw.includes("\r\n\r\n")) {
    const bytes = await connection.read();
    if (bytes === undefined) return undefined;
    raw += latin1.decode(bytes);
    // A TLS handshake: answered in plain text, as servers do.
    if (raw.startsWith("\x16")) {
      await connection.write(encoder.encode("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n"));
      return undefined;
    }
  }
  const headEnd = raw.indexOf("\r\n\r\n");
  const [requestLine = "", ...lines] = raw.slice(0, headEnd).split("\r\n");
  const [method = "", path = ""] = requestLine.split(" ");
  const headers = new Map(lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  }));
  const length = Number(headers.get("content-length") ?? 0);
  while (raw.length < headEnd + 4 + length) {
    const bytes = await connection.read();
    if (bytes === undefined) return undefined;
    raw += latin1.decode(bytes);
  }
  const body = Uint8Array.from(raw.slice(headEnd + 4), (character) => character.charCodeAt(0));
  return { method, path, headers, body: new TextDecoder().decode(body) };
}
