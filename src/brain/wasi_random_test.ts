import { deepStrictEqual, notDeepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { innerBridge } from "../../tests/support/inner_bridge.ts";
import { wasiRandom } from "./wasi_random.ts";

const faces = wasiRandom(innerBridge(), {});
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

Deno.test("max_random_size bounds one call; a smaller one goes on working", () => {
  const bounded = wasiRandom(innerBridge(), { most_random: 16 })["wasi:random/random"] as {
    getRandomBytes(length: bigint): Uint8Array;
  };
  strictEqual(bounded.getRandomBytes(16n).length, 16);
  throws(() => bounded.getRandomBytes(17n), /17 random bytes are more than the 16/);
});

Deno.test("a seed fixes the insecure numbers alone, and both its halves count", () => {
  const of = (seed: string) => {
    const made = wasiRandom(innerBridge(), { seed });
    const insecure = made["wasi:random/insecure"] as { getInsecureRandomBytes(length: bigint): Uint8Array };
    const { insecureSeed } = made["wasi:random/insecure-seed"] as { insecureSeed(): [bigint, bigint] };
    const { getRandomBytes } = made["wasi:random/random"] as { getRandomBytes(length: bigint): Uint8Array };
    return { bytes: insecure.getInsecureRandomBytes(13n), seed: insecureSeed(), secure: getRandomBytes(16n) };
  };
  const high = String(2n ** 127n + 5n);
  deepStrictEqual(of(high).bytes, of(high).bytes);
  deepStrictEqual(of(high).seed, [5n, 2n ** 63n]);
  notDeepStrictEqual(of(high).bytes, of("5").bytes);
  notDeepStrictEqual(of("5").secure, of("5").secure);
});
