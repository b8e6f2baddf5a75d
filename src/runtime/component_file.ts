/**
 * What a component's file must be, told from its name and first bytes, before anything expensive is done with it.
 * @module
 */

/** The two forms of a component's file. */
export type ComponentFormat = "wasm" | "wat";

/**
 * The largest file that is taken, in bytes. The largest component known is a Python interpreter's of 18 MB; every brain process
 * gets a copy, in base64, so that more than this is a mistake.
 */
export const MAX_COMPONENT_BYTES: number = 128 * 1024 * 1024;

const ELSEWHERE =
  "is compiled for another engine (wasmtime) and cannot run here: point at the .wasm component that it was made from";

/**
 * The form that a file's extension names.
 * @throws {TypeError} when it names none, or a file compiled ahead of time
 */
export function componentFormat(path: string): ComponentFormat {
  const extension = /\.([^./\\]*)$/.exec(path)?.[1] ?? "";
  if (extension === "wasm" || extension === "wat") return extension;
  if (extension === "cwasm") throw new TypeError(`"${path}" ${ELSEWHERE}`);
  const found = extension === "" ? "has no extension" : `ends in .${extension}`;
  throw new TypeError(`Unknown WASM file type at "${path}": it ${found}; wanted .wasm (a component) or .wat (its text)`);
}

/**
 * Checks the first bytes of a `.wasm` file (the component model's binary format: magic, version, layer).
 * @throws {TypeError} naming what the file is instead of a component
 */
export function checkComponentHead(path: string, bytes: Uint8Array): void {
  const fault = headFault(bytes);
  if (fault !== undefined) throw new TypeError(`"${path}" ${fault}`);
}

function headFault(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return "is empty: wanted a WebAssembly component";
  if (bytes.length > MAX_COMPONENT_BYTES) return `has ${bytes.length} bytes: at most ${MAX_COMPONENT_BYTES} are taken`;
  const head = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (head.startsWith("7f454c46")) return ELSEWHERE;
  if (!head.startsWith("0061736d")) {
    return head.length < 8 && "0061736d".startsWith(head)
      ? "is cut off in its first bytes"
      : "is not WebAssembly: wanted a component";
  }
  if (head.length < 16) return "is cut off in its first bytes";
  if (head.endsWith("0000")) {
    return "is a core module, not a component: build it for wasm32-wasip2, or wrap it (`wasm-tools component new`, `jco new`)";
  }
  if (!head.endsWith("0100")) return "is WebAssembly of an unknown layer: wanted a component";
  return head.slice(8, 12) === "0d00"
    ? undefined
    : "is a component of an older, unfinished encoding: rebuild it with current tools";
}
