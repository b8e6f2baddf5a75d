import { deepStrictEqual, throws } from "node:assert/strict";
import { blockHead, BlockSplitter } from "./blocks.ts";

const encoder = new TextEncoder();

function stream(...parts: (string | Uint8Array)[]): Uint8Array {
  const bytes = parts.map((part) => typeof part === "string" ? encoder.encode(part) : part);
  const all = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const each of bytes) {
    all.set(each, at);
    at += each.length;
  }
  return all;
}

function cut(bytes: Uint8Array, size: number): (string | number[])[] {
  const splitter = new BlockSplitter(100, 1000);
  const items: (string | number[])[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    splitter.push(bytes.subarray(at, at + size), (item) => void items.push(typeof item === "string" ? item : [...item]));
  }
  return items;
}

Deno.test("BlockSplitter tells lines and blocks apart, wherever the stream is cut", () => {
  const tricky = new Uint8Array([1, 10, 1, 53, 10, 0, 255]);
  const bytes = stream("one\n", blockHead(7), tricky, "two\nthree\n", blockHead(0), blockHead(1), "\n", "ü\n");
  const wanted = ["one", [...tricky], "two", "three", [], [10], "ü"];
  for (let size = 1; size <= bytes.length; size++) deepStrictEqual(cut(bytes, size), wanted, `pieces of ${size}`);
});

Deno.test("BlockSplitter refuses a block that is too long, has no length, or stands within a line", () => {
  const faults: [string, RegExp][] = [
    ["\x011001\n", /longer than 1000/],
    ["\x01\n", /no length/],
    ["\x01-5\n", /no number/],
    ["\x01123456789\n", /no number/],
    ["abc\x015\n", /within a line/],
  ];
  for (const [text, fault] of faults) throws(() => cut(encoder.encode(text), 3), fault);
});

Deno.test("BlockSplitter hands over the good lines before one that is too long", () => {
  const items: unknown[] = [];
  const bytes = encoder.encode(`good\n${"x".repeat(101)}\n`);
  throws(() => new BlockSplitter(100, 10).push(bytes, (item) => void items.push(item)), /longer than 100/);
  deepStrictEqual(items, ["good"]);
});

Deno.test("BlockSplitter puts blocks where it is told to, as far as there is a place, wherever the stream is cut", () => {
  const bytes = stream(
    blockHead(2),
    Uint8Array.of(1, 2),
    blockHead(3),
    Uint8Array.of(3, 4, 5),
    "x\n",
    blockHead(1),
    Uint8Array.of(6),
  );
  for (let size = 1; size <= bytes.length; size++) {
    const placed = new Uint8Array(5);
    let at = 0;
    const splitter = new BlockSplitter(100, 1000, (length) => {
      if (at + length > placed.length) return undefined;
      return placed.subarray(at, at += length);
    });
    const items: unknown[] = [];
    for (let from = 0; from < bytes.length; from += size) {
      splitter.push(bytes.subarray(from, from + size), (item) => {
        items.push(typeof item === "string" ? item : [item.buffer === placed.buffer, ...item]);
      });
    }
    deepStrictEqual(items, [[true, 1, 2], [true, 3, 4, 5], "x", [false, 6]]);
    deepStrictEqual([...placed], [1, 2, 3, 4, 5]);
  }
});
