/**
 * Modules that others take the place of in a bundle.
 * @module
 */

import { join } from "node:path";
import type { Plugin } from "rolldown";
import { hasRuntime } from "./contents.ts";
import type { ReleasedVariant } from "./request.ts";

/**
 * The variant's own module in place of the sources' one, and the transpiler's WASI for browsers in place of the one for Node.js:
 * transpiling needs none of it, and that for Node.js starts a worker from a file of its own.
 * @param sources the folder that `gatherSources` made
 */
export function replacements(variant: ReleasedVariant, sources: string): Plugin {
  const files = new Map([
    ["src/engine/own_variant.ts", `tools/variants/${variant}.ts`],
    ["src/runtime/build_component.ts", "tools/variants/no_build.ts"],
  ]);
  if (!hasRuntime(variant, "js")) files.set("src/brain/js.ts", "tools/variants/no_js_brain.ts");
  const byPath = new Map([...files].map(([from, to]) => [join(sources, from), join(sources, to)]));
  return {
    name: "omw:replacements",
    resolveId: {
      filter: { id: [/\/(?:own_variant|build_component|js)\.ts$/, /^@bytecodealliance\/preview2-shim\//] },
      async handler(specifier, importer) {
        const found = await this.resolve(specifier, importer, { skipSelf: true });
        if (found === null) return null;
        const id = byPath.get(found.id) ?? found.id.replace("/preview2-shim/dist/nodejs/", "/preview2-shim/dist/browser/");
        return { ...found, id };
      },
    },
  };
}
