/**
 * Kind `wasm`: a brain that is a WebAssembly component.
 * @module
 */

import { parseParams } from "../config/mod.ts";
import { sandboxParams } from "./params.ts";
import { componentPermissions } from "./permissions.ts";
import type { Runtime } from "./program.ts";
import type { RuntimeBuild, RuntimeFactory } from "./runtime.ts";

/** See the module. */
export const wasmRuntime: RuntimeFactory = {
  kind: "wasm",
  params: sandboxParams,
  permissions: componentPermissions,
  build(entry: RuntimeBuild): Runtime {
    const params = parseParams(sandboxParams, entry.params, entry.where, entry.warn);
    return {
      kind: "wasm",
      maxMemoryMb: params.max_memory_mb,
      async load(script, signal) {
        const { componentProgram } = await import(
          import.meta.resolve("./component_program.ts")
        ) as typeof import("./component_program.ts");
        return await componentProgram(script, params, entry, signal);
      },
    };
  },
};
