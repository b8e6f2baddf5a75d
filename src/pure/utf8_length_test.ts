import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { utf8Length } from "./utf8_length.ts";

Deno.test("utf8Length() agrees with what is written", () => {
  for (const text of ["", "a", "é", "日本", "😀", "\ud800", "a\udc00b", "\0"]) {
    assert.equal(utf8Length(text), Buffer.byteLength(text), text);
  }
});
