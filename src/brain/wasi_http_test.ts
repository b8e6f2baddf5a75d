import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { innerBridge } from "../../tests/support/inner_bridge.ts";
import { wasiHost } from "./wasi_host.ts";
import { wasiHttp } from "./wasi_http.ts";
import { wasiIo } from "./wasi_io.ts";

interface Headers {
  get(name: string): Uint8Array[];
  has(name: string): boolean;
  set(name: string, values: Uint8Array[]): void;
  append(name: string, value: Uint8Array): void;
  delete(name: string): void;
  entries(): [string, Uint8Array][];
  clone(): Headers;
}

interface Request {
  body(): { write(): object };
  headers(): Headers;
  setMethod(method: unknown): void;
  setScheme(scheme: unknown): void;
  setAuthority(authority: string): void;
  setPathWithQuery(path: string): void;
  method(): unknown;
}

const bridge = innerBridge();
const host = wasiHost(bridge);
const faces = wasiHttp(wasiIo(bridge, host), host);
const types = faces["wasi:http/types"] as {
  Fields: { new (): Headers; fromList(entries: [string, Uint8Array][]): Headers };
  OutgoingRequest: new (headers: Headers) => Request;
};
const value = (text: string) => new TextEncoder().encode(text);

/** Whether what was thrown is the variant with this tag: an error object would be a trap. */
function tagged(tag: string) {
  return (error: unknown) => (error as { tag?: string }).tag === tag && !(error instanceof Error);
}

Deno.test("fields keep their order and spelling, and are found in any case", () => {
  const fields = types.Fields.fromList([["Accept", value("a")], ["X-b", value("1")], ["accept", value("c")]]);
  deepStrictEqual(fields.get("ACCEPT"), [value("a"), value("c")]);
  fields.set("x-B", [value("2"), value("3")]);
  deepStrictEqual(fields.entries().map(([name]) => name), ["Accept", "accept", "x-B", "x-B"]);
  fields.delete("ACCEPT");
  strictEqual(fields.has("accept"), false);
});

Deno.test("fields refuse what would break a message apart", () => {
  const fields = new types.Fields();
  throws(() => fields.append("a b", value("1")), tagged("invalid-syntax"));
  throws(() => fields.append("", value("1")), tagged("invalid-syntax"));
  throws(() => fields.append("a", value("1\r\nb: 2")), tagged("invalid-syntax"));
});

Deno.test("a request's headers cannot be changed, a copy of them can", () => {
  const request = new types.OutgoingRequest(types.Fields.fromList([["a", value("1")]]));
  throws(() => request.headers().append("b", value("2")), tagged("immutable"));
  throws(() => request.headers().delete("a"), tagged("immutable"));
  request.headers().clone().append("b", value("2"));
});

Deno.test("a request is built, its body had once, and refused when it is sent", () => {
  const request = new types.OutgoingRequest(new types.Fields());
  request.setMethod({ tag: "post" });
  deepStrictEqual(request.method(), { tag: "post" });
  const body = request.body();
  body.write();
  throws(() => body.write(), (error) => error === undefined);
  throws(() => request.body(), (error) => error === undefined);
  const send = faces["wasi:http/outgoing-handler"]!.handle as (request: Request) => void;
  throws(() => send(request), tagged("HTTP-request-URI-invalid"));
  request.setScheme({ tag: "HTTP" });
  request.setAuthority("127.0.0.1:8080");
  request.setPathWithQuery("/a?b");
  throws(() => send(request), tagged("HTTP-request-denied"));
  const [call, asked] = bridge.systems.at(-1)!;
  strictEqual(call, "send_request");
  deepStrictEqual(
    [asked.method, asked.scheme, asked.authority, asked.path, asked.body],
    ["POST", "http", "127.0.0.1:8080", "/a?b", true],
  );
});
