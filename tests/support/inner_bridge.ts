/**
 * The border of a component's inner world, for tests that run its parts outside: the real clock, sleep, random numbers and text
 * coding, with the calls and the output kept.
 * @module
 */

import type { InnerBridge } from "../../src/brain/component_bridge.ts";

/** A border, and what went over it. */
export interface KeptBridge extends InnerBridge {
  /** Every output: its file descriptor and text. */
  readonly outputs: [number, string][];
  /** Every call: its operation and arguments. */
  readonly calls: [string, string][];
}

/** Makes a border whose calls are answered by `answer`. */
export function innerBridge(answer: (op: string, args: string) => string = () => "=null"): KeptBridge {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const outputs: [number, string][] = [];
  const calls: [string, string][] = [];
  return {
    outputs,
    calls,
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
    sleep: (ms) => void Atomics.wait(cell, 0, 0, ms),
    now: () => performance.now(),
    random: (into) => void crypto.getRandomValues(into as Uint8Array<ArrayBuffer>),
  };
}
