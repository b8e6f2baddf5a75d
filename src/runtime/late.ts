/**
 * What the kinds load only for entries that say something: their schemas, and interpreters that a config names.
 * @module
 */

import type { SandboxParams } from "./params.ts";
import type { Runtime } from "./program.ts";
import type { RuntimeBuild } from "./runtime.ts";

/** The kinds' schemas, and what reads an entry by one. */
export async function lateSchemas(): Promise<typeof import("./params.ts") & typeof import("./read_params.ts")> {
  const [schemas, reader] = await Promise.all([
    import(import.meta.resolve("./params.ts")) as Promise<typeof import("./params.ts")>,
    import(import.meta.resolve("./read_params.ts")) as Promise<typeof import("./read_params.ts")>,
  ]);
  return { ...schemas, ...reader };
}

/** A runtime on the interpreter at `path`; see `interpretedRuntime`. */
export async function lateInterpreted(kind: string, path: string, params: SandboxParams, entry: RuntimeBuild): Promise<Runtime> {
  const { interpretedRuntime } = await import(import.meta.resolve("./interpreted.ts")) as typeof import("./interpreted.ts");
  return interpretedRuntime(kind, path, params, entry);
}
