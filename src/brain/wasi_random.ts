/**
 * `wasi:random`: secure random bytes for all three interfaces.
 * @module
 */

import type { InnerBridge } from "./component_bridge.ts";

/** Runs inside (see `component_bridge.ts`). */
export function wasiRandom({ random }: InnerBridge): Record<string, Record<string, unknown>> {
  // What the engine's generator fills in one go, in bytes (Web Crypto).
  const MOST_AT_ONCE = 65_536;
  // A guest keeps what it asks for in a memory of at most 4 GiB, but nothing sensible asks for more than this, in bytes.
  const MOST = 64 * 1024 * 1024;

  function bytes(length: bigint): Uint8Array {
    if (length > BigInt(MOST)) throw new Error(`${length} random bytes are more than the ${MOST} that one call may ask for`);
    const made = new Uint8Array(Number(length));
    for (let at = 0; at < made.length; at += MOST_AT_ONCE) random(made.subarray(at, at + MOST_AT_ONCE));
    return made;
  }

  function word(): bigint {
    return new DataView(bytes(8n).buffer).getBigUint64(0);
  }

  return {
    "wasi:random/random": { getRandomBytes: bytes, getRandomU64: word },
    "wasi:random/insecure": { getInsecureRandomBytes: bytes, getInsecureRandomU64: word },
    "wasi:random/insecure-seed": { insecureSeed: () => [word(), word()] },
  };
}
