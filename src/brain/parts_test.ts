import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { isPart, Parts } from "./parts.ts";

function text(r: number, k: string, d: string) {
  return { t: "part", r, k, d } as const;
}

function bytes(r: number, k: string, size: number) {
  return { t: "part", r, k, size } as const;
}

Deno.test("Parts joins the pieces of a run, and forgets those of another", () => {
  const parts = new Parts();
  parts.add(text(1, "script", "old"));
  parts.add(bytes(1, "glue", 1));
  parts.add(text(2, "script", "ne"));
  parts.add(text(2, "memory", "{}"));
  parts.add(text(2, "script", "w"));
  parts.add(bytes(2, "core:a", 3));
  for (const piece of [[1, 2], [3]]) parts.place(piece.length)!.set(piece);
  parts.add(bytes(2, "core:b", 0));
  const taken = parts.take(2);
  deepStrictEqual([...taken.texts], [["script", "new"], ["memory", "{}"]]);
  deepStrictEqual([...taken.bytes], [["core:a", Uint8Array.of(1, 2, 3)], ["core:b", Uint8Array.of()]]);
  deepStrictEqual(parts.take(2), { texts: new Map(), bytes: new Map() });
  parts.add(text(3, "__proto__", "x"));
  deepStrictEqual([...parts.take(4).texts], []);
});

Deno.test("Parts has a place for no block but those that were announced", () => {
  const parts = new Parts();
  strictEqual(parts.place(1), undefined);
  parts.add(bytes(1, "glue", 2));
  strictEqual(parts.place(3), undefined);
  const placed = parts.place(2)!;
  strictEqual(parts.has(placed), true);
  strictEqual(parts.has(Uint8Array.of(1, 2)), false);
  strictEqual(parts.place(1), undefined);
  parts.take(1);
  strictEqual(parts.has(placed), false);
});

Deno.test("Parts refuses more than any program may have", () => {
  const parts = new Parts();
  const piece = "x".repeat(64 * 1024 * 1024);
  for (let i = 0; i < 4; i++) parts.add(text(1, "script", piece));
  throws(() => parts.add(text(1, "script", "y")), RangeError);
  throws(() => parts.add(bytes(1, "glue", 1)), RangeError);
  throws(() => parts.add(bytes(2, "glue", 2 ** 40)), RangeError);
});

Deno.test("isPart() knows the frames of parts as the host writes them", () => {
  strictEqual(isPart(JSON.stringify(text(1, "script", "x"))), true);
  strictEqual(isPart(JSON.stringify(bytes(1, "glue", 5))), true);
  strictEqual(isPart(JSON.stringify({ t: "start", r: 1 })), false);
});
