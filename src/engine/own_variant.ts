/**
 * Which build this is. From its sources omw has every kind; when a release is built, a file of `tools/variants/` takes this one's place,
 * so that a kind that is left out is not in the program at all.
 * @module
 */

import type { Variant } from "./variant.ts";

/** This build. */
export const ownVariant: Variant = {
  name: "source",
  runtimes: {
    wasm: async () =>
      (await import(import.meta.resolve("../runtime/wasm.ts")) as typeof import("../runtime/wasm.ts")).wasmRuntime,
    rhai: async () =>
      (await import(import.meta.resolve("../runtime/rhai.ts")) as typeof import("../runtime/rhai.ts")).rhaiRuntime,
    js: async () => (await import(import.meta.resolve("../runtime/js.ts")) as typeof import("../runtime/js.ts")).jsRuntime,
  },
};
