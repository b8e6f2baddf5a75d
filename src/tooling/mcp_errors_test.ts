import assert from "node:assert/strict";
import { describeFault, httpFaultOf, rpcErrorOf } from "./mcp_errors.ts";

/** An error with further members, as the client package makes them. */
function fault(message: string, members: object = {}, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), members);
}

const asIs = (text: string) => text;

Deno.test("describeFault() explains timeouts by the setting that caused them", () => {
  const code = "REQUEST_TIMEOUT";
  assert.equal(describeFault(fault("Request timed out", { code }), 5, asIs), "no answer within 5 s (timeout_secs)");
  assert.match(describeFault(fault("Maximum total timeout exceeded", { code }), 5, asIs), /max_timeout_secs/);
});

Deno.test("describeFault() prefers a server's answer to the connection's end, and that to what the client noticed", () => {
  assert.equal(describeFault(fault("bad\n  name", { code: -32602 }), 5, asIs, "the server exited"), "bad name (code -32602)");
  assert.equal(
    describeFault(fault("Connection closed", { code: "CONNECTION_CLOSED" }), 5, asIs, "the server exited"),
    "the server exited",
  );
  assert.equal(
    describeFault(fault("fetch failed", {}, fault("refused", {}, fault("refused"))), 5, asIs),
    "fetch failed: refused",
  );
  assert.equal(describeFault("text", 5, asIs), "text");
});

Deno.test("describeFault() quotes a bounded part of a body, in one line", () => {
  const text = describeFault(fault("x", { data: { status: 500, statusText: "", text: "long ".repeat(10_000) } }), 5, asIs);
  assert.ok(text.startsWith("HTTP 500: long long") && text.length < 400 && text.endsWith("…"));
});

Deno.test("describeFault() leaves no half of a secret where a text is cut", () => {
  const told = `${"x".repeat(295)}sk-secret`;
  const redact = (text: string) => text.replaceAll("sk-secret", "<redacted>");
  for (const error of [fault(told), fault(told, { code: -1 }), fault("x", { data: { status: 500, text: told } })]) {
    assert.doesNotMatch(describeFault(error, 5, redact), /sk-/);
  }
});

Deno.test("rpcErrorOf() and httpFaultOf() read what a foreign error holds, whatever it is", () => {
  const body = (text: string) => fault("x", { data: { status: 400, text } });
  assert.deepEqual(rpcErrorOf(body('{"error":{"code":-1,"message":"m"}}')), { code: -1, message: "m" });
  assert.deepEqual(rpcErrorOf(body('{"error":{"message":"m"}}')), { code: 0, message: "m" });
  for (const text of ["null", "[]", "{", '{"error":"m"}', '{"error":null}', ""]) assert.equal(rpcErrorOf(body(text)), undefined);
  for (const other of [undefined, null, 5, "x", new Error("x")]) {
    assert.equal(rpcErrorOf(other), undefined);
    assert.equal(httpFaultOf(other), undefined);
  }
});
