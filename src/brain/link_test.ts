import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { MAX_FRAME_BYTES } from "../protocol/frames.ts";
import { FrameTooLongError, Link } from "./link.ts";

class Left extends Error {}

function leave(): never {
  throw new Left();
}

/** A link whose reads come in these pieces and whose writes take at most `room` bytes each. */
function linked(pieces: Uint8Array[], room = Infinity): { link: Link; written: () => string } {
  const out: number[] = [];
  const link = new Link({
    readSync(buffer) {
      const piece = pieces.shift();
      if (piece === undefined) return null;
      buffer.set(piece);
      return piece.length;
    },
    writeSync(bytes) {
      const count = Math.min(room, bytes.length);
      out.push(...bytes.subarray(0, count));
      return count;
    },
  }, leave);
  return { link, written: () => new TextDecoder().decode(new Uint8Array(out)) };
}

Deno.test("Link reads lines that were cut anywhere, also within a character", () => {
  const bytes = new TextEncoder().encode(`{"a":"日😀"}\n{"b":1}\n`);
  const { link } = linked([...bytes].map((byte) => Uint8Array.of(byte)));
  deepStrictEqual([link.readLine(), link.readLine()], [`{"a":"日😀"}`, `{"b":1}`]);
  throws(() => link.readLine(), Left);
});

Deno.test("Link.takeLine gives what was read already and does not wait", () => {
  const { link } = linked([new TextEncoder().encode("1\n2\n")]);
  strictEqual(link.takeLine(), undefined);
  deepStrictEqual([link.readLine(), link.takeLine(), link.takeLine()], ["1", "2", undefined]);
});

Deno.test("Link writes a frame to its end, however little the pipe takes at a time", () => {
  const { link, written } = linked([], 3);
  link.send(`{"x":"😀"}`);
  link.send("y".repeat(70_000));
  strictEqual(written(), `{"x":"😀"}\n${"y".repeat(70_000)}\n`);
});

Deno.test("Link refuses a frame above the bound in bytes, naming its size, and sends nothing of it", () => {
  const { link, written } = linked([]);
  throws(() => link.send("é".repeat(MAX_FRAME_BYTES / 2 + 1)), (error: Error) => {
    strictEqual(error instanceof FrameTooLongError, true);
    return error.message === `it takes ${MAX_FRAME_BYTES + 2} bytes, more than the ${MAX_FRAME_BYTES} that one frame may carry`;
  });
  throws(() => link.send("x".repeat(MAX_FRAME_BYTES + 1)), FrameTooLongError);
  strictEqual(written(), "");
});

Deno.test("Link sends a block before its frame, and neither when the frame is above the bound", () => {
  const { link, written } = linked([], 3);
  throws(() => link.sendBlock(Uint8Array.of(65), "x".repeat(MAX_FRAME_BYTES + 1)), FrameTooLongError);
  link.sendBlock(new TextEncoder().encode("bytes"), `{"b":5}`);
  strictEqual(written(), `\x015\nbytes{"b":5}\n`);
});

Deno.test("Link leaves when the host is gone while it writes", () => {
  const link = new Link({
    readSync: () => null,
    writeSync() {
      throw new Deno.errors.BrokenPipe();
    },
  }, leave);
  throws(() => link.send("x"), Left);
});
