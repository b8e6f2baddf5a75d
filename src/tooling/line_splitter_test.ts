import assert from "node:assert/strict";
import { LineSplitter } from "./line_splitter.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("LineSplitter gives the same lines wherever the stream is cut", () => {
  const all = bytes('{"a":"日😀"}\r\n\nlast\rpart\nrest');
  for (let size = 1; size <= all.length; size++) {
    const splitter = new LineSplitter(100, "throw");
    const lines: string[] = [];
    for (let at = 0; at < all.length; at += size) lines.push(...splitter.push(all.subarray(at, at + size)));
    assert.deepEqual([...lines, splitter.end()], ['{"a":"日😀"}', "", "last\rpart", "rest"]);
    assert.equal(splitter.end(), undefined);
  }
});

Deno.test("LineSplitter bounds a line, by cutting or by throwing", () => {
  const cutting = new LineSplitter(4, "cut");
  assert.deepEqual(cutting.push(bytes("1234\n123456")), ["1234"]);
  assert.deepEqual(cutting.push(bytes("78\nab\n")), ["1234…", "ab"]);
  const throwing = new LineSplitter(4, "throw");
  assert.deepEqual(throwing.push(bytes("1234\n")), ["1234"]);
  throwing.push(bytes("123"));
  assert.throws(() => throwing.push(bytes("45")), /^RangeError: a line is longer than 4 bytes$/);
});

Deno.test("LineSplitter takes time in proportion to a line's length, however small the pieces are", () => {
  const time = (pieces: number) => {
    const splitter = new LineSplitter(1 << 30, "throw");
    const piece = new Uint8Array(1_024).fill(120);
    const start = performance.now();
    for (let count = 0; count < pieces; count++) splitter.push(piece);
    assert.equal(splitter.push(bytes("\n"))[0]?.length, pieces * 1_024);
    return performance.now() - start;
  };
  time(1_000);
  const [once, eightfold] = [time(4_000), time(32_000)];
  // Quadratic work would take 64 times as long.
  assert.ok(eightfold < 32 * Math.max(once, 5), `${once} ms, then ${eightfold} ms`);
});
