import assert from "node:assert/strict";
import { memoryCost } from "./memory_cost.ts";

Deno.test("memoryCost() counts UTF-8 bytes and the entry itself", () => {
  assert.equal(memoryCost("", ""), 64);
  assert.equal(memoryCost("key", "日😀é"), 64 + 3 + 3 + 4 + 2);
  assert.equal(memoryCost("", "\ud800"), 64 + 3);
});
