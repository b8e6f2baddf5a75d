/**
 * The build for components and js scripts.
 * @module
 */

import type { Variant } from "../../src/engine/variant.ts";

/** Takes the place of the constant of this name in `src/engine/own_variant.ts`. */
export const ownVariant: Variant = {
  name: "js",
  runtimes: {
    wasm: async () => (await import("../../src/runtime/wasm.ts")).wasmRuntime,
    js: async () => (await import("../../src/runtime/js.ts")).jsRuntime,
  },
};
