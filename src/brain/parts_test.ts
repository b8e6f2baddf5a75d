import { deepStrictEqual, throws } from "node:assert/strict";
import { Parts } from "./parts.ts";

Deno.test("Parts joins the pieces of a run, and forgets those of another", () => {
  const parts = new Parts();
  parts.add(1, "script", "old");
  parts.add(2, "script", "ne");
  parts.add(2, "memory", "{}");
  parts.add(2, "script", "w");
  deepStrictEqual([...parts.take(2)], [["script", "new"], ["memory", "{}"]]);
  deepStrictEqual([...parts.take(2)], []);
  parts.add(3, "__proto__", "x");
  deepStrictEqual([...parts.take(4)], []);
});

Deno.test("Parts refuses more than any program may have", () => {
  const parts = new Parts();
  const piece = "x".repeat(64 * 1024 * 1024);
  for (let i = 0; i < 4; i++) parts.add(1, "script", piece);
  throws(() => parts.add(1, "script", "y"), RangeError);
});
