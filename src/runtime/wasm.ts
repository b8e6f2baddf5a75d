/**
 * Kind `wasm`: a brain that is a WebAssembly component.
 * @module
 */

import { SANDBOX_DEFAULTS } from "./defaults.ts";
import { lateSchemas } from "./late.ts";
import type { SandboxParams } from "./params.ts";
import { componentPermissions } from "./permissions.ts";
import type { Runtime } from "./program.ts";
import type { RuntimeBuild, RuntimeFactory } from "./runtime.ts";

/** See the module. */
export const wasmRuntime: RuntimeFactory = {
  kind: "wasm",
  params: async () => (await lateSchemas()).sandboxParams,
  permissions: componentPermissions,
  build(entry: RuntimeBuild): Runtime | Promise<Runtime> {
    return Object.keys(entry.params as object).length === 0 ? runtime(SANDBOX_DEFAULTS, entry) : configured(entry);
  },
};

function runtime(params: SandboxParams, entry: RuntimeBuild): Runtime {
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
}

async function configured(entry: RuntimeBuild): Promise<Runtime> {
  const { sandboxParams, readParams } = await lateSchemas();
  return runtime(await readParams(sandboxParams, entry), entry);
}
