/**
 * `wasi:clocks`: the monotonic clock with its timers, and the wall clock.
 * @module
 */

import type { InnerBridge } from "./component_bridge.ts";
import type { WasiIo } from "./wasi_io.ts";

/** Runs inside (see `component_bridge.ts`). */
export function wasiClocks({ now }: InnerBridge, io: WasiIo): Record<string, Record<string, unknown>> {
  const NS_PER_MS = 1_000_000n;
  const NS_PER_US = 1000n;

  /** The clock of the bridge counts fractions of a millisecond; it is exact to the microsecond at best. */
  function instant(): bigint {
    return BigInt(Math.floor(now() * 1000)) * NS_PER_US;
  }

  function subscribeInstant(when: bigint) {
    // Rounded up, so that a guest that looks at the clock after its sleep sees all of it gone by.
    return io.pollable({ ready: () => instant() >= when, due: Number(when / NS_PER_US + 1n) / 1000 });
  }

  function wallTime() {
    const ms = Date.now();
    return { seconds: BigInt(Math.floor(ms / 1000)), nanoseconds: (ms % 1000) * Number(NS_PER_MS) };
  }

  return {
    "wasi:clocks/monotonic-clock": {
      now: instant,
      resolution: () => NS_PER_US,
      subscribeInstant,
      subscribeDuration: (duration: bigint) => subscribeInstant(instant() + duration),
    },
    "wasi:clocks/wall-clock": {
      now: wallTime,
      resolution: () => ({ seconds: 0n, nanoseconds: Number(NS_PER_MS) }),
    },
    "wasi:clocks/timezone": {
      display: () => ({ utcOffset: 0, name: "UTC", inDaylightSavingTime: false }),
      utcOffset: () => 0,
    },
  };
}
