import assert from "node:assert/strict";
import { LogLines } from "./log_lines.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("LogLines gives the same lines wherever the stream is cut", () => {
  const all = bytes('{"a":"日😀"}\r\n\nlast\rpart\nrest');
  for (let size = 1; size <= all.length; size++) {
    const splitter = new LogLines(100);
    const lines: string[] = [];
    for (let at = 0; at < all.length; at += size) lines.push(...splitter.push(all.subarray(at, at + size)));
    assert.deepEqual([...lines, splitter.end()], ['{"a":"日😀"}', "", "last\rpart", "rest"]);
    assert.equal(splitter.end(), undefined);
  }
});

Deno.test("LogLines gives out the head of a longer line", () => {
  const lines = new LogLines(4);
  assert.deepEqual(lines.push(bytes("1234\n123456")), ["1234"]);
  assert.deepEqual(lines.push(bytes("78\nab\n")), ["1234…", "ab"]);
});

Deno.test("LogLines keeps nothing of the reads of a line that never ends", () => {
  const lines = new LogLines(4);
  const before = Deno.memoryUsage().external;
  // A read of one byte is a view of a buffer of 64 KiB.
  for (let count = 0; count < 8_000; count++) lines.push(new Uint8Array(64 * 1024).fill(120, 0, 1).subarray(0, 1));
  const held = Deno.memoryUsage().external - before;
  assert.ok(held < 256 * 1024 * 1024, `${held} bytes are held`);
  assert.deepEqual(lines.push(bytes("\n")), ["xxxx…"]);
});
