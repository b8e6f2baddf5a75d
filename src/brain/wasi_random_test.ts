import { notDeepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { innerBridge } from "../../tests/support/inner_bridge.ts";
import { wasiRandom } from "./wasi_random.ts";

const faces = wasiRandom(innerBridge());
const { getRandomBytes, getRandomU64 } = faces["wasi:random/random"] as {
  getRandomBytes(length: bigint): Uint8Array;
  getRandomU64(): bigint;
};

Deno.test("as many random bytes come as were asked for, all of them random", () => {
  const bytes = getRandomBytes(200_001n);
  strictEqual(bytes.length, 200_001);
  // The chance that 64 random bytes are all zero is nil: each part was filled.
  for (let at = 0; at + 64 <= bytes.length; at += 64) ok(bytes.subarray(at, at + 64).some((byte) => byte !== 0), `${at}`);
  notDeepStrictEqual(getRandomBytes(16n), getRandomBytes(16n));
  strictEqual(getRandomBytes(0n).length, 0);
});

Deno.test("a random word has 64 bits", () => {
  let seen = 0n;
  for (let i = 0; i < 200; i++) seen |= getRandomU64();
  strictEqual(seen, 2n ** 64n - 1n);
});

Deno.test("a request that would fill the memory is refused", () => {
  throws(() => getRandomBytes(2n ** 40n), /more than/);
});
