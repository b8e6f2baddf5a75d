import { doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { faultLine, faultStacks } from "./fault.ts";

Deno.test("faultLine() joins an error and its causes, outermost first", () => {
  const error = new Error("cannot start", { cause: new TypeError("no such file", { cause: "ENOENT" }) });
  strictEqual(faultLine(error), "cannot start: no such file: ENOENT");
});

Deno.test("faultLine() does not repeat a cause that the message ends with", () => {
  strictEqual(faultLine(new Error("it failed: no", { cause: new Error("no") })), "it failed: no");
});

Deno.test("faultLine() makes one line without control characters", () => {
  strictEqual(faultLine(new Error("a\r\n  b\u2028c\x1b[31m\x00")), "a b c\\x1b[31m\\x00");
});

Deno.test("faultLine() ends with a ring of causes, bounds long texts, and survives anything thrown", () => {
  const ring = new Error("ring");
  ring.cause = ring;
  strictEqual(faultLine(ring), "ring");
  const two = new Error("a", { cause: new Error("b") });
  (two.cause as Error).cause = two;
  ok(faultLine(two).length < 200);
  const long = faultLine(new Error("x".repeat(100_000)));
  ok(long.length < 9000);
  match(long, /… \(91808 more characters\)$/);
  strictEqual(faultLine(undefined), "undefined");
  strictEqual(faultLine(Object.create(null)), "an unprintable value was thrown");
  strictEqual(faultLine(new RangeError()), "RangeError");
});

Deno.test("faultLine() joins the errors of an AggregateError", () => {
  const error = new AggregateError([new Error("one"), new Error("two", { cause: new Error("deep") })], "2 agent run(s) failed");
  strictEqual(faultLine(error), "2 agent run(s) failed: one; two: deep");
});

Deno.test("faultStacks() shows the stacks of the chain and no other property", () => {
  const error = new Error("outer", { cause: Object.assign(new Error("inner"), { headers: { authorization: "hidden" } }) });
  const text = faultStacks(error);
  match(text, /Error: outer\n\s+at /);
  match(text, /caused by Error: inner\n\s+at /);
  doesNotMatch(text, /hidden/);
});
