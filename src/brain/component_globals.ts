/**
 * The globals that the transpiler's glue expects of a browser or Node, made inside the component's world.
 * @module
 */

import type { InnerBridge } from "./component_bridge.ts";

/** Runs inside (see `component_bridge.ts`): puts what the glue needs on the global object. */
export function componentGlobals(bridge: InnerBridge): void {
  const { encodeInto, decode } = bridge;
  const { fromCharCode } = String;
  const Bytes = Uint8Array;
  // Up to this many units a loop in the inner world is faster than the way out and back (measured: 0.4 µs).
  const SHORT = 48;

  class TextEncoder {
    encodeInto(text: string, into: Uint8Array): { read: number; written: number } {
      const length = text.length;
      let i = 0;
      if (length <= SHORT && length <= into.length) {
        for (; i < length; i++) {
          const unit = text.charCodeAt(i);
          if (unit > 127) break;
          into[i] = unit;
        }
      }
      if (i === length) return { read: length, written: length };
      const written = encodeInto(text, into);
      return written < 0 ? { read: 0, written: 0 } : { read: length, written };
    }
  }

  class TextDecoder {
    readonly #wide: boolean;

    constructor(label = "utf-8") {
      this.#wide = label === "utf-16";
    }

    /** Unlike the web's decoder it keeps a byte order mark: a string of a component is a string, not a file. */
    decode(view: ArrayBufferView): string {
      if (this.#wide) return wideText(new Uint16Array(view.buffer, view.byteOffset, view.byteLength >> 1));
      const bytes = new Bytes(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
      if (bytes.length > SHORT) return decode(bytes);
      let text = "";
      for (let i = 0; i < bytes.length; i++) {
        if (bytes[i]! > 127) return decode(bytes);
        text += fromCharCode(bytes[i]!);
      }
      return text;
    }
  }

  function wideText(units: Uint16Array): string {
    let text = "";
    // In pieces, because the engine bounds the number of arguments.
    for (let i = 0; i < units.length; i += 8192) text += fromCharCode(...units.subarray(i, i + 8192));
    return text;
  }

  function nothing(): void {}

  // The glue's asynchronous parts are never reached in synchronous mode; a component that got there anyway would wait for ever.
  function unavailable(): never {
    throw new Error("asynchronous components are not supported");
  }

  const console = Object.fromEntries(["log", "info", "warn", "error", "debug", "trace"].map((name) => [name, nothing]));
  Object.assign(globalThis, {
    TextEncoder,
    TextDecoder,
    console,
    // The glue looks for a debug flag here at every single call.
    process: { env: {} },
    setTimeout: unavailable,
    setInterval: unavailable,
    clearTimeout: nothing,
    clearInterval: nothing,
    queueMicrotask: unavailable,
  });
}
