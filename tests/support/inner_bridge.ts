/**
 * The border of a component's inner world, for tests that run its parts outside: the real clock, waiting, random numbers and text
 * coding, with the calls and the output kept. The host grants nothing.
 * @module
 */

import type { InnerBridge } from "../../src/brain/component_bridge.ts";

/** A border, and what went over it. */
export interface KeptBridge extends InnerBridge {
  /** Every output: its file descriptor and text. */
  readonly outputs: [number, string][];
  /** Every call: its operation and arguments. */
  readonly calls: [string, string][];
  /** The calls of WASI: their function and arguments. */
  readonly systems: [string, Record<string, unknown>][];
  /** What was let go. */
  readonly released: number[];
}

/** Makes a border whose calls are answered by `answer`. */
export function innerBridge(answer: (op: string, args: string) => string = () => "=null"): KeptBridge {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const outputs: [number, string][] = [];
  const calls: [string, string][] = [];
  const systems: [string, Record<string, unknown>][] = [];
  const released: number[] = [];
  return {
    outputs,
    calls,
    systems,
    released,
    call(op, args) {
      calls.push([op, args]);
      return answer(op, args);
    },
    output: (fd, text) => void outputs.push([fd, text]),
    encodeInto(text, into) {
      const { read, written } = new TextEncoder().encodeInto(text, into);
      return read === text.length ? written : -1;
    },
    decode: (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
    system(text) {
      const { f, a } = JSON.parse(text);
      systems.push([f, a]);
      if (f === "preopens") return `={"v":[]}`;
      if (f === "send_request") return `={"e":"HTTP-request-denied"}`;
      if (f !== "poll") return `={"e":"access-denied"}`;
      Atomics.wait(cell, 0, 0, a.ms ?? Infinity);
      return `={"v":[]}`;
    },
    takeBlock: () => {},
    release: (h) => void released.push(h),
    now: () => performance.now(),
    random: (into) => void crypto.getRandomValues(into as Uint8Array<ArrayBuffer>),
  };
}
