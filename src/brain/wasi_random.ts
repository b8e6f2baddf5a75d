/**
 * `wasi:random`: secure random bytes for all three interfaces, save that the insecure ones can be given a seed.
 * @module
 */

import type { InnerBridge } from "./component_bridge.ts";

/** What a run's configuration says of random numbers. */
export interface WasiRandomBounds {
  /** The seed of the insecure ones, a decimal below 2¹²⁸; absent: they are secure too. */
  seed?: string;
  /** How many bytes one call may ask for; absent: what a sensible guest never exceeds. */
  most_random?: number;
}

/** Runs inside (see `component_bridge.ts`). */
export function wasiRandom({ random }: InnerBridge, bounds: WasiRandomBounds): Record<string, Record<string, unknown>> {
  // What the engine's generator fills in one go, in bytes (Web Crypto).
  const MOST_AT_ONCE = 65_536;
  // A guest keeps what it asks for in a memory of at most 4 GiB, but nothing sensible asks for more than this, in bytes.
  const MOST = Math.min(bounds.most_random ?? Infinity, 64 * 1024 * 1024);

  function count(length: bigint): number {
    if (length > BigInt(MOST)) throw new Error(`${length} random bytes are more than the ${MOST} that one call may ask for`);
    return Number(length);
  }

  function bytes(length: bigint): Uint8Array {
    const made = new Uint8Array(count(length));
    for (let at = 0; at < made.length; at += MOST_AT_ONCE) random(made.subarray(at, at + MOST_AT_ONCE));
    return made;
  }

  function word(): bigint {
    const made = new Uint8Array(8);
    random(made);
    return new DataView(made.buffer).getBigUint64(0);
  }

  /** SplitMix64 (Steele, Lea, Flood 2014) over both halves of a seed. */
  function seeded(seed: bigint) {
    let state = BigInt.asUintN(64, seed ^ (seed >> 64n));

    function next(): bigint {
      state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
      let mixed = state;
      mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
      mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
      return mixed ^ (mixed >> 31n);
    }

    function nextBytes(length: bigint): Uint8Array {
      const made = new Uint8Array(count(length));
      const view = new DataView(new ArrayBuffer(8));
      for (let at = 0; at < made.length; at += 8) {
        view.setBigUint64(0, next(), true);
        made.set(new Uint8Array(view.buffer, 0, Math.min(8, made.length - at)), at);
      }
      return made;
    }

    return { next, nextBytes, halves: [BigInt.asUintN(64, seed), BigInt.asUintN(64, seed >> 64n)] };
  }

  const insecure = bounds.seed === undefined ? undefined : seeded(BigInt(bounds.seed));

  return {
    "wasi:random/random": { getRandomBytes: bytes, getRandomU64: word },
    "wasi:random/insecure": {
      getInsecureRandomBytes: insecure?.nextBytes ?? bytes,
      getInsecureRandomU64: insecure?.next ?? word,
    },
    "wasi:random/insecure-seed": { insecureSeed: () => insecure?.halves ?? [word(), word()] },
  };
}
