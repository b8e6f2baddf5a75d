import assert from "node:assert/strict";
import { errorChain, faultText } from "./errors.ts";

Deno.test("faultText() gives the outermost message, whatever was thrown", () => {
  assert.equal(faultText(new Error("outer", { cause: new Error("inner") })), "outer");
  assert.equal(faultText(new TypeError()), "TypeError");
  assert.equal(faultText("plain"), "plain");
  assert.equal(faultText(undefined), "undefined");
});

Deno.test("errorChain() joins causes once each", () => {
  const root = new Error("connection refused");
  assert.equal(errorChain(new Error("failed to dial", { cause: root })), "failed to dial: connection refused");
  assert.equal(errorChain(new Error("failed: connection refused", { cause: root })), "failed: connection refused");
  assert.equal(errorChain(new Error("a", { cause: "b" })), "a: b");
});

Deno.test("errorChain() ends on a cycle", () => {
  const a = new Error("a");
  a.cause = new Error("b", { cause: a });
  assert.equal(errorChain(a), "a: b");
});
