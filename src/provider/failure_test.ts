import { ok, strictEqual } from "node:assert/strict";
import { clip, describeBody, describeTransport, shownUrl } from "./failure.ts";

Deno.test("clip() gives one printable line of bounded length", () => {
  strictEqual(clip("  a\r\n\tb\u001b[31m\u0000c "), "a b [31m c");
  strictEqual(clip(""), "");
  strictEqual(clip("x".repeat(2048)), "x".repeat(2048));
  strictEqual(clip("x".repeat(3000)), `${"x".repeat(2048)}…`);
  strictEqual(clip(" ".repeat(10_000)), "…");
});

Deno.test("describeBody() names an HTML page instead of showing it", () => {
  const hint = "is base_url right, or is a proxy in the way?)";
  strictEqual(describeBody("\n<!DOCTYPE html><title>502\nBad Gateway</title>"), `(an HTML page "502 Bad Gateway"; ${hint}`);
  strictEqual(describeBody("<html><body>x"), `(an HTML page; ${hint}`);
  strictEqual(describeBody(`{"error":"<html>"}`), `{"error":"<html>"}`);
  strictEqual(describeBody("  "), "(empty body)");
});

/** Errors as Deno words them, and what is told of them. */
const TRANSPORT: [string, string][] = [
  [
    "error sending request for url (http://h/?key=hidden): client error (Connect): tcp connect error: Connection refused (os error 111)",
    "connection refused; is the service running there?",
  ],
  [
    "error sending request for url (http://h/): client error (Connect): dns error: failed to lookup",
    "the host name was not found",
  ],
  ["error reading a body from connection", "the service closed the connection"],
  ["tcp connect error: Network is unreachable (os error 101)", "the network or host is unreachable"],
  ["tcp connect error: Connection timed out (os error 110)", "the connection timed out"],
  [
    "error sending request for url (https://h/?key=hidden): client error (Connect): invalid peer certificate: UnknownIssuer",
    "no TLS connection could be made: client error (Connect): invalid peer certificate: UnknownIssuer",
  ],
  [
    "error sending request from 127.0.0.1:1 for http://h/?key=hidden (127.0.0.1:2): client error (SendRequest): invalid HTTP version parsed",
    "client error (SendRequest): invalid HTTP version parsed",
  ],
];

for (const [text, expected] of TRANSPORT) {
  Deno.test(`describeTransport(): ${expected}`, () => {
    strictEqual(describeTransport(new Error(text)), expected);
    strictEqual(describeTransport(new TypeError("fetch failed", { cause: new Error(text) })), expected);
  });
}

Deno.test("describeTransport() ends with a ring of causes, and with what is no error", () => {
  const ring = new Error("odd");
  ring.cause = ring;
  ok(describeTransport(ring).startsWith("odd"));
  strictEqual(describeTransport(undefined), "unknown reason");
  strictEqual(describeTransport(new Error("")), "unknown reason");
});

Deno.test("shownUrl() leaves out everything that can hold a key", () => {
  strictEqual(shownUrl("https://me:hidden@h:8443/v1?key=hidden#hidden"), "https://h:8443/v1");
  strictEqual(shownUrl("http://h/"), "http://h");
});
