/**
 * The build for components and rhai scripts.
 * @module
 */

import type { Variant } from "../../src/engine/variant.ts";

/** Takes the place of the constant of this name in `src/engine/own_variant.ts`. */
export const ownVariant: Variant = {
  name: "rhai",
  runtimes: {
    wasm: async () => (await import("../../src/runtime/wasm.ts")).wasmRuntime,
    rhai: async () => (await import("../../src/runtime/rhai.ts")).rhaiRuntime,
  },
};
