import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { LineWriter, writeAll } from "./line_writer.ts";

/** A stream that is read only when the test says so, a few bytes at a time. */
class SlowSink {
  text = "";
  #open: (() => void)[] = [];
  #flowing = false;

  async write(bytes: Uint8Array): Promise<number> {
    if (!this.#flowing) await new Promise<void>((resolve) => this.#open.push(resolve));
    const taken = bytes.subarray(0, 1000);
    this.text += new TextDecoder().decode(taken);
    return taken.length;
  }

  flow(): void {
    this.#flowing = true;
    for (const open of this.#open.splice(0)) open();
  }
}

Deno.test("LineWriter keeps lines whole and in order over short writes", async () => {
  const sink = new SlowSink();
  const writer = new LineWriter(sink, (count) => `dropped ${count}\n`);
  const lines = Array.from({ length: 500 }, (_, n) => `line ${n}\n`);
  for (const line of lines) writer.write(line);
  sink.flow();
  await writer.flush(5000);
  strictEqual(sink.text, lines.join(""));
});

Deno.test("LineWriter drops what a stuck reader leaves no room for, and says how much once it reads again", async () => {
  const sink = new SlowSink();
  const writer = new LineWriter(sink, (count) => `dropped ${count}\n`);
  const line = `${"x".repeat(1023)}\n`;
  for (let n = 0; n < 2048; n++) writer.write(line);
  await writer.flush(10);
  strictEqual(sink.text, "");
  sink.flow();
  await writer.flush(5000);
  strictEqual(sink.text, `${line.repeat(1024)}dropped 1024\n`);
  writer.write("after\n");
  await writer.flush(5000);
  match(sink.text, /dropped 1024\nafter\n$/);
});

Deno.test("LineWriter takes a line that is longer than all its room when nothing waits", async () => {
  const sink = new SlowSink();
  sink.flow();
  const writer = new LineWriter(sink, (count) => `dropped ${count}\n`);
  writer.write("x".repeat(2 * 1024 * 1024));
  await writer.flush(5000);
  strictEqual(sink.text.length, 2 * 1024 * 1024);
});

Deno.test("LineWriter goes silent when its reader is gone", async () => {
  let writes = 0;
  const writer = new LineWriter({
    write: () => {
      writes++;
      return Promise.reject(new Deno.errors.BrokenPipe("gone"));
    },
  }, String);
  writer.write("a\n");
  await writer.flush(1000);
  writer.write("b\n");
  await writer.flush(1000);
  strictEqual(writes, 1);
});

Deno.test("writeAll() goes on when a non-blocking stream was full", async () => {
  const taken: string[] = [];
  let full = true;
  await writeAll({
    write: (bytes) => {
      full = !full;
      if (!full) return Promise.reject(new Deno.errors.WouldBlock("full"));
      taken.push(new TextDecoder().decode(bytes.subarray(0, 2)));
      return Promise.resolve(Math.min(2, bytes.length));
    },
  }, new TextEncoder().encode("abcde"));
  deepStrictEqual(taken, ["ab", "cd", "e"]);
  ok(full);
});
