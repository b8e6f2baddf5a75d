/**
 * The host's broker as the parts of WASI see it.
 * @module
 */

import type { WasiCalls, WasiInterest, WasiOp, WasiResults } from "../protocol/wasi.ts";
import type { InnerBridge } from "./component_bridge.ts";

/** The broker. A call that fails throws WASI's code, a plain text, which the glue takes for an `err`. */
export interface WasiHost {
  /** Makes a call. */
  ask<Op extends WasiOp>(f: Op, a: WasiCalls[Op], block?: Uint8Array): WasiResults[Op];
  /** Makes a call whose answer comes with bytes, which hold until the next such call: the glue copies them into the guest's memory. */
  askBytes<Op extends WasiOp>(f: Op, a: WasiCalls[Op]): { v: WasiResults[Op]; bytes: Uint8Array };
  /** Waits: the indexes of what is ready; all of them once the run is to end, because then nobody may wait. */
  poll(on: [number, WasiInterest][], ms: number | null): number[] | "aborted";
  /** Something that is open at the host, closed once all who use it are done. */
  hold(h: number): WasiHold;
  /** How many bytes go with one call at most. */
  readonly mostBytes: number;
  /** A length as what one call can serve: larger requests are legal, but the guest has to be ready for less. */
  piece(length: bigint): number;
}

/** Something that is open at the host. */
export interface WasiHold {
  /** Its number. */
  readonly h: number;
  /** One more uses it. */
  share(): WasiHold;
  /** One user is done. */
  drop(): void;
}

/** Runs inside (see `component_bridge.ts`). */
export function wasiHost(bridge: InnerBridge): WasiHost {
  const ABORTED = "aborted";
  // `MAX_BLOCK_BYTES`, which code that is sent inside cannot import.
  const MOST_BYTES = 1024 * 1024;
  let buffer = new Uint8Array(0);

  function reply(f: string, a: unknown, block: Uint8Array | undefined): { text: string; length: number | undefined } {
    const text = bridge.system(JSON.stringify({ f, a }), block);
    if (text[0] === "=") return { text: text.slice(1), length: undefined };
    if (text[0] !== "#") throw ABORTED;
    const colon = text.indexOf(":");
    return { text: text.slice(colon + 1), length: Number(text.slice(1, colon)) };
  }

  function result<Op extends WasiOp>(text: string): WasiResults[Op] {
    const told = JSON.parse(text) as { v: WasiResults[Op] } | { e: string };
    if ("e" in told) throw told.e;
    return told.v;
  }

  function hold(h: number): WasiHold {
    let users = 1;
    const held = {
      h,
      share() {
        users++;
        return held;
      },
      drop() {
        if (--users === 0) bridge.release(h);
      },
    };
    return held;
  }

  return {
    hold,
    mostBytes: MOST_BYTES,
    piece: (length) => length > BigInt(MOST_BYTES) ? MOST_BYTES : Number(length),
    ask: (f, a, block) => result(reply(f, a, block).text),
    askBytes(f, a) {
      const { text, length } = reply(f, a, undefined);
      if (length !== undefined && length > buffer.length) buffer = new Uint8Array(length);
      const bytes = buffer.subarray(0, length ?? 0);
      if (bytes.length > 0) bridge.takeBlock(bytes);
      return { v: result(text), bytes };
    },
    poll(on, ms) {
      try {
        return result<"poll">(reply("poll", { on, ms }, undefined).text);
      } catch {
        return ABORTED;
      }
    },
  };
}
