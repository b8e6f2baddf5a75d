/**
 * The rhai interpreter that omw brings, as `deno task build-rhai` made it: transpiled ahead of time, because transpiling takes seconds
 * that no start should wait for.
 * @module
 */

import { type CorePlace, coresAt } from "./core_places.ts";
import { decodeParts, type Transpiled } from "./transpiled.ts";

const COMPONENT = new URL("../../brains/rhai/interpreter.component", import.meta.url);
const TRANSPILED = new URL("../../brains/rhai/interpreter.glue", import.meta.url);

/** The files that are read for it. */
export function bundledRhaiFiles(): string[] {
  return [COMPONENT, TRANSPILED].map(({ pathname }) => decodeURIComponent(pathname));
}

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
  const [component, transpiled] = await Promise.all([read(COMPONENT), read(TRANSPILED)]);
  const { head, parts } = decodeParts(transpiled);
  const { id, imports, shapes, cores } = head as unknown as BundledHead;
  return { id, glue: parts.get("glue")!, cores: coresAt(component, cores), imports, shapes };
}

/** A file's bytes; in a compiled program it is packed with gzip (`tools/embedded.ts`). */
async function read(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await Deno.readFile(file);
  if (!Deno.build.standalone) return bytes;
  const { gunzipSync } = await import("node:zlib");
  return new Uint8Array(gunzipSync(bytes));
}

/** The head of the transpiled form. */
interface BundledHead extends Pick<Transpiled, "id" | "imports" | "shapes"> {
  /** Where the core modules lie in the component. */
  cores: CorePlace[];
}
