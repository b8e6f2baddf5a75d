import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { innerBridge } from "../../tests/support/inner_bridge.ts";
import { MAX_BLOCK_BYTES } from "../protocol/wasi.ts";
import { wasiHost } from "./wasi_host.ts";
import { wasiIo, type WasiPollable } from "./wasi_io.ts";

const bridge = innerBridge();
const io = wasiIo(bridge, wasiHost(bridge));
const { poll } = io.interfaces["wasi:io/poll"] as { poll(list: WasiPollable[]): Uint32Array };

function at(due: number): WasiPollable {
  return io.pollable({ ready: () => bridge.now() >= due, due });
}

interface Input {
  read(length: bigint): Uint8Array;
  blockingRead(length: bigint): Uint8Array;
  skip(length: bigint): bigint;
}

interface Output {
  write(bytes: Uint8Array): void;
  writeZeroes(length: bigint): void;
  splice(source: Input, length: bigint): bigint;
}

Deno.test("poll answers the indexes of all that are ready", () => {
  const never = io.pollable({ ready: () => false });
  deepStrictEqual([...poll([never, at(0), never, at(0)])], [1, 3]);
});

Deno.test("poll sleeps until the first is due", () => {
  const begun = bridge.now();
  deepStrictEqual([...poll([at(begun + 10_000), at(begun + 20)])], [1]);
  const took = bridge.now() - begun;
  ok(took >= 20 && took < 5000, `${took}`);
});

Deno.test("poll fails rather than wait for what can never happen", () => {
  throws(() => poll([io.pollable({ ready: () => false })]), /can never happen/);
  throws(() => poll([]), /at least one/);
});

Deno.test("block waits for its own pollable", () => {
  const due = bridge.now() + 10;
  at(due).block();
  ok(bridge.now() >= due);
});

Deno.test("an input stream says closed by WASI's variant, not by an error", () => {
  const empty = io.input({ read: () => undefined }) as Input;
  throws(() => empty.blockingRead(1n), (error) => {
    deepStrictEqual(error, { tag: "closed" });
    return true;
  });
});

Deno.test("one call carries as many bytes as the protocol's blocks have at most", () => {
  strictEqual(wasiHost(bridge).mostBytes, MAX_BLOCK_BYTES);
});

Deno.test("an input stream reads at most a mebibyte at once, whatever is asked for", () => {
  const asked: number[] = [];
  const stream = io.input({
    read(most) {
      asked.push(most);
      return new Uint8Array(2);
    },
  }) as Input;
  strictEqual(stream.read(2n ** 63n).length, 2);
  strictEqual(stream.skip(5n), 2n);
  deepStrictEqual(asked, [1024 * 1024, 5]);
});

Deno.test("an output stream takes bytes, zeroes and what another stream holds", () => {
  const taken: number[][] = [];
  const stream = io.output({ write: (bytes) => void taken.push([...bytes]) }) as Output;
  stream.write(new Uint8Array([1, 2]));
  stream.writeZeroes(3n);
  strictEqual(stream.splice(io.input({ read: (most) => new Uint8Array(most).fill(9) }) as Input, 2n), 2n);
  deepStrictEqual(taken, [[1, 2], [0, 0, 0], [9, 9]]);
});
