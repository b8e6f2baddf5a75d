import { ok, strictEqual, throws } from "node:assert/strict";
import { jsonFault } from "./json_fault.ts";

Deno.test("jsonFault() points at the token that cannot be there", () => {
  for (
    const marked of [
      `{"a":\n  @oops}`,
      `{"a": 1 @"b": 2}`,
      `{"a": 1,@}`,
      `[1,@]`,
      `[1@}`,
      `{"a" @1}`,
      `{@a: 1}`,
      `{} @{}`,
      `@`,
      `["\\n", @"\\x"]`,
      `[@"line\nend"]`,
      `[@01]`,
      `[@1.]`,
      `[@"open`,
      `{"a": [true, @nul]}`,
      `[] @]`,
      `[] @,`,
    ]
  ) {
    const offset = marked.indexOf("@");
    const text = marked.replace("@", "");
    throws(() => JSON.parse(text), SyntaxError);
    strictEqual(jsonFault(text), offset, marked);
  }
});

Deno.test("jsonFault() is the length of a text that ends too early or is whole", () => {
  for (const text of ["", "{", `{"a"`, `{"a":`, "[1,", "[[", "{}", ` {"a": [1, -2.5e+3, "x\\u00e9", {}, []], "b": null} `]) {
    strictEqual(jsonFault(text), text.length, text);
  }
});

Deno.test("jsonFault() takes time in proportion to the text", () => {
  const start = performance.now();
  strictEqual(jsonFault("[".repeat(1_000_000)), 1_000_000);
  strictEqual(jsonFault(`["${"\\n".repeat(1_000_000)}" x`), 2_000_004);
  ok(performance.now() - start < 5000);
});
