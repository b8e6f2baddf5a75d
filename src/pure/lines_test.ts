import assert from "node:assert/strict";
import { LineSplitter, LineTooLongError } from "./lines.ts";

const encode = (text: string) => new TextEncoder().encode(text);

Deno.test("LineSplitter finds the same lines wherever the stream is cut", () => {
  const text = '{"a":"日😀é"}\n\n\r\n"\u2028\u0085"\n\ufeffmark\nlast without an end';
  const want = text.split("\n");
  const bytes = encode(text);
  for (let first = 0; first <= bytes.length; first++) {
    for (let second = first; second <= bytes.length; second++) {
      const splitter = new LineSplitter(100);
      const lines = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)].flatMap((c) =>
        splitter.push(c)
      );
      lines.push(splitter.takeRest());
      assert.deepEqual(lines, want, `cut at ${first} and ${second}`);
    }
  }
});

Deno.test("LineSplitter finds the lines of one-byte chunks", () => {
  const splitter = new LineSplitter(100);
  const lines = [...encode("日😀\n\nx\n")].flatMap((byte) => splitter.push(Uint8Array.of(byte)));
  assert.deepEqual(lines, ["日😀", "", "x"]);
  assert.equal(splitter.takeRest(), "");
});

Deno.test("LineSplitter keeps no view of the chunk: a caller may reuse its read buffer", () => {
  const splitter = new LineSplitter(100);
  const buffer = encode("abc");
  splitter.push(buffer);
  assert.equal(splitter.pendingBytes, 3);
  buffer.fill(88);
  assert.deepEqual(splitter.push(encode("d\n")), ["abcd"]);
  assert.equal(splitter.pendingBytes, 0);
});

Deno.test("LineSplitter replaces bytes that are not UTF-8 and loses no line end after them", () => {
  const splitter = new LineSplitter(100);
  assert.deepEqual(splitter.push(Uint8Array.of(0xe6, 10, 0xff, 0xf0, 0x9f, 10, 97, 10)), ["\ufffd", "\ufffd\ufffd", "a"]);
});

Deno.test("LineSplitter accepts a line of the bound and refuses one byte more, however it arrives", () => {
  const bound = 10;
  for (const length of [bound, bound + 1]) {
    for (const before of ["", "ok\n", "ok\nok\n", "0123456789\n"]) {
      for (const after of ["", "\n", "\nnext\n"]) {
        for (const size of [1, 3, 7, 1000]) {
          const splitter = new LineSplitter(bound);
          const bytes = encode(before + "é".repeat(4) + "x".repeat(length - 8) + after);
          const lines: string[] = [];
          let failure: unknown;
          for (let start = 0; start < bytes.length && failure === undefined; start += size) {
            try {
              lines.push(...splitter.push(bytes.subarray(start, start + size)));
            } catch (error) {
              failure = error;
            }
          }
          const good = before.split("\n").slice(0, -1);
          if (length === bound) {
            assert.equal(failure, undefined);
            const all = [...lines, splitter.takeRest()];
            assert.deepEqual(all, `${before}ééééxx${after}`.split("\n"));
          } else {
            assert.ok(failure instanceof LineTooLongError);
            assert.equal(failure.maxBytes, bound);
            assert.match(failure.message, /longer than 10 bytes/);
            assert.deepEqual([...lines, ...failure.lines], good);
            assert.equal(splitter.pendingBytes, 0);
            assert.throws(() => splitter.push(encode("a\n")), LineTooLongError);
          }
        }
      }
    }
  }
});

Deno.test("LineSplitter refuses a bound that is no positive integer", () => {
  for (const bound of [0, -1, 1.5, NaN, Infinity]) assert.throws(() => new LineSplitter(bound), RangeError);
});

Deno.test("LineSplitter is linear in a long line that comes in small pieces", () => {
  const splitter = new LineSplitter(16 * 1024 * 1024);
  const piece = new Uint8Array(64).fill(97);
  const started = performance.now();
  for (let count = 0; count < 16 * 1024 * 1024 / 64; count++) assert.equal(splitter.push(piece).length, 0);
  const [line] = splitter.push(encode("\n"));
  assert.equal(line?.length, 16 * 1024 * 1024);
  // About 0.1 s; quadratic copying would move 2 TB.
  assert.ok(performance.now() - started < 10_000);
});

Deno.test("LineSplitter keeps up with hundreds of thousands of lines a second", () => {
  const chunk = encode('{"kind":"chat-delta","payload":{"content":"hello wörld"}}\n'.repeat(1000));
  const splitter = new LineSplitter(16 * 1024 * 1024);
  const started = performance.now();
  let lines = 0;
  for (let count = 0; count < 200; count++) lines += splitter.push(chunk).length;
  assert.equal(lines, 200_000);
  // About 0.1 µs a line; the bound leaves room for a busy machine.
  assert.ok((performance.now() - started) / lines < 0.01);
});
