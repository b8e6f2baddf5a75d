/**
 * `wasi:http`: outgoing requests, which the host sends if their hosts are granted. There are no incoming ones: a brain is no server.
 * @module
 */

import type { WasiAnswer, WasiRequest } from "../protocol/wasi.ts";
import type { WasiHold, WasiHost } from "./wasi_host.ts";
import type { WasiIo } from "./wasi_io.ts";

/** Runs inside (see `component_bridge.ts`). Every resource class is there, because the glue wants those of all imported interfaces. */
export function wasiHttp(io: WasiIo, host: WasiHost): Record<string, Record<string, unknown>> {
  type Entry = [string, Uint8Array];
  const immutable = { tag: "immutable" };

  class Fields {
    entriesOf: Entry[] = [];
    isFrozen = false;

    static fromList(entries: Entry[]): Fields {
      const made = new Fields();
      for (const [name, value] of entries) made.append(name, value);
      return made;
    }

    get(name: string): Uint8Array[] {
      return this.entriesOf.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
    }

    has(name: string): boolean {
      return this.get(name).length > 0;
    }

    set(name: string, values: Uint8Array[]): void {
      this.delete(name);
      for (const value of values) this.append(name, value);
    }

    append(name: string, value: Uint8Array): void {
      if (this.isFrozen) throw immutable;
      // RFC 9110: a name is a token, a value has no line ends or NUL.
      if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || value.some((byte) => byte === 0 || byte === 10 || byte === 13)) {
        throw { tag: "invalid-syntax" };
      }
      this.entriesOf.push([name, value]);
    }

    delete(name: string): void {
      if (this.isFrozen) throw immutable;
      this.entriesOf = this.entriesOf.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
    }

    entries(): Entry[] {
      return this.entriesOf;
    }

    clone(): Fields {
      const made = new Fields();
      made.entriesOf = [...this.entriesOf];
      return made;
    }
  }

  function frozen(fields: Fields): Fields {
    const made = fields.clone();
    made.isFrozen = true;
    return made;
  }

  // What a body may hold before its request is sent, in bytes: more than a guest needs that writes first.
  const EARLY = 1024 * 1024;

  /** A code of the host's as the variant; those that carry a value carry none. */
  function errorOf(code: unknown): unknown {
    if (typeof code !== "string") return code;
    if (code === "DNS-error") return { tag: code, val: { rcode: undefined, infoCode: undefined } };
    if (code === "HTTP-response-header-section-size") return { tag: code, val: undefined };
    if (code === "new-socket-limit") return { tag: "connection-limit-reached" };
    if (code === "aborted" || code === "unknown" || code === "internal-error") return { tag: "internal-error", val: code };
    return { tag: code };
  }

  class OutgoingBody {
    #wasTaken = false;
    #isFinished = false;
    #early: Uint8Array[] = [];
    #earlyBytes = 0;
    #sent: { hold: WasiHold; body: number } | undefined;

    write(): object {
      // The error has no payload.
      if (this.#wasTaken) throw undefined;
      this.#wasTaken = true;
      return io.output({
        domain: "http",
        write: (bytes, wait) => {
          if (this.#sent !== undefined) return void host.ask("write_stream", { h: this.#sent.body, wait }, bytes);
          if (this.#isFinished || this.#earlyBytes + bytes.length > EARLY) throw "closed";
          this.#early.push(bytes.slice());
          this.#earlyBytes += bytes.length;
        },
        room: () => this.#sent === undefined ? EARLY - this.#earlyBytes : host.ask("room", { h: this.#sent.body }),
        readiness: { ready: () => this.#sent === undefined },
      });
    }

    static finish(body: OutgoingBody, trailers: Fields | undefined): void {
      if (trailers !== undefined) throw { tag: "internal-error", val: "trailers are not sent" };
      body.#isFinished = true;
      body.#end();
    }

    /** The request goes out: what was written before follows it. */
    static attach(body: OutgoingBody, hold: WasiHold, h: number): void {
      body.#sent = { hold: hold.share(), body: h };
      for (const bytes of body.#early) host.ask("write_stream", { h, wait: true }, bytes);
      body.#early = [];
      if (body.#isFinished) body.#end();
    }

    /** Dropped without its end: the other side must not take what it got for the whole. */
    [Symbol.dispose](): void {
      this.#sent?.hold.drop();
    }

    #end(): void {
      if (this.#sent === undefined) return;
      host.ask("finish_request", { h: this.#sent.hold.h });
      this.#sent.hold.drop();
    }
  }

  /** A body can be asked for once. */
  function once(owner: { bodyOf: OutgoingBody | undefined }): OutgoingBody {
    if (owner.bodyOf !== undefined) throw undefined;
    return owner.bodyOf = new OutgoingBody();
  }

  type Variant = { tag: string; val?: string };

  interface RequestParts {
    method: Variant;
    path?: string;
    scheme?: Variant;
    authority?: string;
  }

  class OutgoingRequest {
    bodyOf: OutgoingBody | undefined = undefined;
    readonly fields: Fields;
    readonly parts: RequestParts = { method: { tag: "get" } };

    constructor(headers: Fields) {
      this.fields = frozen(headers);
    }

    body(): OutgoingBody {
      return once(this);
    }

    method(): unknown {
      return this.parts.method;
    }

    setMethod(method: Variant): void {
      this.parts.method = method;
    }

    pathWithQuery(): unknown {
      return this.parts.path;
    }

    setPathWithQuery(path: string | undefined): void {
      this.parts.path = path;
    }

    scheme(): unknown {
      return this.parts.scheme;
    }

    setScheme(scheme: Variant | undefined): void {
      this.parts.scheme = scheme;
    }

    authority(): unknown {
      return this.parts.authority;
    }

    setAuthority(authority: string | undefined): void {
      this.parts.authority = authority;
    }

    headers(): Fields {
      return this.fields;
    }
  }

  class OutgoingResponse {
    bodyOf: OutgoingBody | undefined = undefined;
    readonly fields: Fields;
    status = 200;

    constructor(headers: Fields) {
      this.fields = frozen(headers);
    }

    statusCode(): number {
      return this.status;
    }

    setStatusCode(status: number): void {
      this.status = status;
    }

    headers(): Fields {
      return this.fields;
    }

    body(): OutgoingBody {
      return once(this);
    }
  }

  class RequestOptions {
    readonly timeouts: Record<string, bigint | undefined> = {};

    connectTimeout(): bigint | undefined {
      return this.timeouts.connect;
    }

    setConnectTimeout(duration: bigint | undefined): void {
      this.timeouts.connect = duration;
    }

    firstByteTimeout(): bigint | undefined {
      return this.timeouts.firstByte;
    }

    setFirstByteTimeout(duration: bigint | undefined): void {
      this.timeouts.firstByte = duration;
    }

    betweenBytesTimeout(): bigint | undefined {
      return this.timeouts.betweenBytes;
    }

    setBetweenBytesTimeout(duration: bigint | undefined): void {
      this.timeouts.betweenBytes = duration;
    }
  }

  class FutureTrailers {
    subscribe(): object {
      return io.pollable({ ready: () => true });
    }

    /** There are none. */
    get(): unknown {
      return { tag: "ok", val: { tag: "ok", val: undefined } };
    }
  }

  class IncomingBody {
    readonly #hold: WasiHold;
    readonly #h: number;
    #wasTaken = false;

    constructor(hold: WasiHold, h: number) {
      this.#hold = hold;
      this.#h = h;
    }

    static finish(body: IncomingBody): FutureTrailers {
      body.#hold.drop();
      return new FutureTrailers();
    }

    stream(): object {
      if (this.#wasTaken) throw undefined;
      this.#wasTaken = true;
      const [h, hold] = [this.#h, this.#hold.share()];
      return io.input({
        domain: "http",
        read(most, wait) {
          const { v: isEnd, bytes } = host.askBytes("read_stream", { h, most, wait });
          return isEnd ? undefined : bytes;
        },
        readiness: { on: [h, "read"] },
        drop: () => hold.drop(),
      });
    }

    [Symbol.dispose](): void {
      this.#hold.drop();
    }
  }

  class IncomingResponse {
    readonly #hold: WasiHold;
    readonly #status: number;
    readonly #fields = new Fields();
    readonly #body: number;
    #wasConsumed = false;

    constructor(hold: WasiHold, { status, headers, body }: WasiAnswer) {
      this.#hold = hold;
      this.#status = status;
      this.#body = body;
      // What arrives is kept as it is: the checks are for what goes out.
      this.#fields.entriesOf = headers.map(([name, value]) => [name, Uint8Array.from(value, (unit) => unit.charCodeAt(0))]);
      this.#fields.isFrozen = true;
    }

    status(): number {
      return this.#status;
    }

    headers(): Fields {
      return this.#fields;
    }

    consume(): IncomingBody {
      if (this.#wasConsumed) throw undefined;
      this.#wasConsumed = true;
      return new IncomingBody(this.#hold.share(), this.#body);
    }

    [Symbol.dispose](): void {
      this.#hold.drop();
    }
  }

  class FutureIncomingResponse {
    readonly #hold: WasiHold;
    #wasTaken = false;

    constructor(hold: WasiHold) {
      this.#hold = hold;
    }

    subscribe(): object {
      return io.pollable({ on: [this.#hold.h, "answer"] });
    }

    get(): unknown {
      if (this.#wasTaken) return { tag: "err", val: undefined };
      let val: unknown;
      try {
        const answer = host.ask("answer", { h: this.#hold.h });
        val = { tag: "ok", val: new IncomingResponse(this.#hold.share(), answer) };
      } catch (code) {
        if (code === "would-block") return undefined;
        val = { tag: "err", val: errorOf(code) };
      }
      this.#wasTaken = true;
      return { tag: "ok", val };
    }

    [Symbol.dispose](): void {
      this.#hold.drop();
    }
  }

  // None of these ever exists.
  class IncomingRequest {}
  class ResponseOutparam {
    static set(): void {}
  }
  Object.assign(
    IncomingRequest.prototype,
    Object.fromEntries(["method", "pathWithQuery", "scheme", "authority", "headers", "consume"].map((name) => [name, refuse])),
  );

  function refuse(): never {
    throw { tag: "HTTP-request-denied" };
  }

  function milliseconds(duration: bigint | undefined): number | null {
    return duration === undefined ? null : Math.ceil(Number(duration) / 1_000_000);
  }

  function valueText(value: Uint8Array): string {
    let text = "";
    for (const byte of value) text += String.fromCharCode(byte);
    return text;
  }

  function handle(request: OutgoingRequest, options: RequestOptions | undefined): FutureIncomingResponse {
    const { method, scheme, authority, path } = request.parts;
    if (authority === undefined) throw { tag: "HTTP-request-URI-invalid" };
    const asked: WasiRequest = {
      method: (method.val ?? method.tag).toUpperCase(),
      scheme: (scheme === undefined ? "https" : scheme.val ?? scheme.tag).toLowerCase(),
      authority,
      path: path ?? "",
      headers: request.fields.entriesOf.map(([name, value]) => [name, valueText(value)]),
      body: request.bodyOf !== undefined,
      connect_ms: milliseconds(options?.timeouts.connect),
      answer_ms: milliseconds(options?.timeouts.firstByte),
      pause_ms: milliseconds(options?.timeouts.betweenBytes),
    };
    try {
      const { h, body } = host.ask("send_request", asked);
      const hold = host.hold(h);
      if (request.bodyOf !== undefined) OutgoingBody.attach(request.bodyOf, hold, body);
      return new FutureIncomingResponse(hold);
    } catch (code) {
      throw errorOf(code);
    }
  }

  return {
    "wasi:http/types": {
      Fields,
      FutureIncomingResponse,
      FutureTrailers,
      IncomingBody,
      IncomingRequest,
      IncomingResponse,
      OutgoingBody,
      OutgoingRequest,
      OutgoingResponse,
      RequestOptions,
      ResponseOutparam,
      httpErrorCode(error: object): unknown {
        const code = io.codeOf(error, "http");
        return code === undefined ? undefined : errorOf(code);
      },
    },
    "wasi:http/outgoing-handler": { handle },
  };
}
