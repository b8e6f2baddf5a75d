/**
 * The rhai interpreter that omw brings, as `deno task build-rhai` made it: transpiled ahead of time, because transpiling takes seconds
 * that no start should wait for.
 * @module
 */

import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { decodeParts, type Transpiled } from "./transpiled.ts";

const COMPONENT = new URL("../../brains/rhai/interpreter.wasm.gz", import.meta.url);
const TRANSPILED = new URL("../../brains/rhai/interpreter.glue.gz", import.meta.url);

/** The files that are read for it. */
export const bundledRhaiFiles: readonly string[] = [fileURLToPath(COMPONENT), fileURLToPath(TRANSPILED)];

let shared: Promise<Transpiled> | undefined;

/**
 * The interpreter. It is read once in the life of the process, at its first use.
 * @throws {Error} when omw's own files are missing or damaged
 */
export function bundledRhai(): Promise<Transpiled> {
  return shared ??= load().catch((cause) => {
    shared = undefined;
    throw new Error(`omw's own rhai interpreter cannot be read (reinstall omw): ${(cause as Error).message}`, { cause });
  });
}

async function load(): Promise<Transpiled> {
  const [component, transpiled] = await Promise.all([unpacked(COMPONENT), unpacked(TRANSPILED)]);
  const { head, parts } = decodeParts(transpiled);
  const { id, imports, shapes, cores } = head as unknown as BundledHead;
  const glue = new TextDecoder().decode(parts.get("glue"));
  const modules = cores.map(([name, at, length]) => [name, component.subarray(at, at + length)] as const);
  return { id, glue, cores: new Map(modules), imports, shapes };
}

/** The head of the transpiled form. */
interface BundledHead extends Pick<Transpiled, "id" | "imports" | "shapes"> {
  /** Of each core module its name, and where it begins in the component and how long it is, in bytes. */
  cores: [string, number, number][];
}

/** Unpacks in one go and on another thread: by a stream it takes half as much processor time again (measured: 40 ms and 27 ms). */
async function unpacked(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await promisify(gunzip)(await Deno.readFile(file));
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}
