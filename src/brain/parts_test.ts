import { deepStrictEqual, throws } from "node:assert/strict";
import { Parts } from "./parts.ts";

Deno.test("Parts joins the pieces of a run, and forgets those of another", () => {
  const parts = new Parts();
  parts.addText(1, "script", "old");
  parts.addBytes(1, "glue", Uint8Array.of(9), 1);
  parts.addText(2, "script", "ne");
  parts.addText(2, "memory", "{}");
  parts.addText(2, "script", "w");
  parts.addBytes(2, "core:a", Uint8Array.of(1, 2), 3);
  parts.addBytes(2, "core:b", Uint8Array.of(), 0);
  parts.addBytes(2, "core:a", Uint8Array.of(3), 3);
  const { texts, bytes } = parts.take(2);
  deepStrictEqual([...texts], [["script", "new"], ["memory", "{}"]]);
  deepStrictEqual([...bytes], [["core:a", Uint8Array.of(1, 2, 3)], ["core:b", Uint8Array.of()]]);
  deepStrictEqual(parts.take(2), { texts: new Map(), bytes: new Map() });
  parts.addText(3, "__proto__", "x");
  deepStrictEqual([...parts.take(4).texts], []);
});

Deno.test("Parts copies bytes, whose buffer is used again", () => {
  const parts = new Parts();
  const shared = Uint8Array.of(1);
  parts.addBytes(1, "glue", shared, 2);
  shared[0] = 2;
  parts.addBytes(1, "glue", shared, 2);
  deepStrictEqual(parts.take(1).bytes.get("glue"), Uint8Array.of(1, 2));
});

Deno.test("Parts leaves out bytes of which some are missing, and refuses more than were announced", () => {
  const parts = new Parts();
  parts.addBytes(1, "glue", Uint8Array.of(1), 2);
  deepStrictEqual([...parts.take(1).bytes], []);
  parts.addBytes(1, "glue", Uint8Array.of(1), 2);
  throws(() => parts.addBytes(1, "glue", Uint8Array.of(2, 3), 2), RangeError);
});

Deno.test("Parts refuses more than any program may have", () => {
  const parts = new Parts();
  const piece = "x".repeat(64 * 1024 * 1024);
  for (let i = 0; i < 4; i++) parts.addText(1, "script", piece);
  throws(() => parts.addText(1, "script", "y"), RangeError);
  throws(() => parts.addBytes(1, "glue", Uint8Array.of(), 1), RangeError);
  throws(() => parts.addBytes(2, "glue", Uint8Array.of(), 2 ** 40), RangeError);
});
