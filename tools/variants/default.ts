/**
 * The build for brains that are WebAssembly components.
 * @module
 */

import type { Variant } from "../../src/engine/variant.ts";

/** Takes the place of the constant of this name in `src/engine/own_variant.ts`. */
export const ownVariant: Variant = {
  name: "default",
  runtimes: {
    wasm: async () => (await import("../../src/runtime/wasm.ts")).wasmRuntime,
  },
};
