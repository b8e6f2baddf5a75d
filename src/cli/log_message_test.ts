import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { verbatim } from "../pure/verbatim.ts";
import { messageParts } from "./log_message.ts";

Deno.test("messageParts() has texts at even places and values at odd ones", () => {
  deepStrictEqual(messageParts("plain } text", {}), ["plain } text"]);
  deepStrictEqual(messageParts("{a} and {b}", { a: 1, b: "x" }), ["", 1, " and ", "x", ""]);
  deepStrictEqual(messageParts("said {{x}} by {agent}", { agent: "a" }), ["said {x} by ", "a", ""]);
  deepStrictEqual(messageParts("{none}", {}), ["", undefined, ""]);
  deepStrictEqual(messageParts("open {", {}), ["open {"]);
});

Deno.test("messageParts() gives back what verbatim() was given", () => {
  for (const text of ["{a}", "{{a}}", "}{", "{", "}", "plain", '{"json":{"deep":1}}', "{*}", "a{b", "}}{{"]) {
    strictEqual(messageParts(verbatim(text), { a: "filled in" }).join(""), text);
  }
});

Deno.test("messageParts() is linear", () => {
  const started = performance.now();
  messageParts("{ ".repeat(200_000), {});
  messageParts("{a} ".repeat(200_000), { a: 1 });
  strictEqual(performance.now() - started < 2_000, true);
});
