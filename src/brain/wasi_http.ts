/**
 * `wasi:http` with nothing granted: requests can be built, and are refused when they are to be sent.
 * @module
 */

import type { WasiIo } from "./wasi_io.ts";

/** Runs inside (see `component_bridge.ts`). Every resource class is there, because the glue wants those of all imported interfaces. */
export function wasiHttp(io: WasiIo): Record<string, Record<string, unknown>> {
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

  class OutgoingBody {
    wasTaken = false;

    write(): object {
      // The error has no payload.
      if (this.wasTaken) throw undefined;
      this.wasTaken = true;
      return io.output({ write: () => {} });
    }

    static finish(): void {}
  }

  /** A body can be asked for once. */
  function once(owner: { bodyWasTaken: boolean }): OutgoingBody {
    if (owner.bodyWasTaken) throw undefined;
    owner.bodyWasTaken = true;
    return new OutgoingBody();
  }

  class OutgoingRequest {
    bodyWasTaken = false;
    readonly fields: Fields;
    readonly parts: Record<string, unknown> = { method: { tag: "get" } };

    constructor(headers: Fields) {
      this.fields = frozen(headers);
    }

    body(): OutgoingBody {
      return once(this);
    }

    method(): unknown {
      return this.parts.method;
    }

    setMethod(method: unknown): void {
      this.parts.method = method;
    }

    pathWithQuery(): unknown {
      return this.parts.path;
    }

    setPathWithQuery(path: unknown): void {
      this.parts.path = path;
    }

    scheme(): unknown {
      return this.parts.scheme;
    }

    setScheme(scheme: unknown): void {
      this.parts.scheme = scheme;
    }

    authority(): unknown {
      return this.parts.authority;
    }

    setAuthority(authority: unknown): void {
      this.parts.authority = authority;
    }

    headers(): Fields {
      return this.fields;
    }
  }

  class OutgoingResponse {
    bodyWasTaken = false;
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

  // Without an answer to any request, none of these ever exists.
  class IncomingRequest {}
  class IncomingResponse {}
  class IncomingBody {
    static finish(): never {
      throw new Error("there is no body");
    }
  }
  class FutureIncomingResponse {}
  class FutureTrailers {}
  class ResponseOutparam {
    static set(): void {}
  }
  const unreachable: [{ prototype: object }, string][] = [
    [IncomingRequest, "method pathWithQuery scheme authority headers consume"],
    [IncomingResponse, "status headers consume"],
    [IncomingBody, "stream"],
    [FutureIncomingResponse, "subscribe get"],
    [FutureTrailers, "subscribe get"],
  ];
  for (const [{ prototype }, methods] of unreachable) {
    for (const name of methods.split(" ")) Object.assign(prototype, { [name]: refuse });
  }

  function refuse(): never {
    throw { tag: "HTTP-request-denied" };
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
      httpErrorCode: () => undefined,
    },
    "wasi:http/outgoing-handler": { handle: refuse },
  };
}
