/**
 * `import.meta` of the project's own modules in a bundle.
 *
 * `import.meta.url` becomes the address of the source as seen from its place in the project, below the bundle's folder: so a path
 * relative to a source leads to the same file wherever the source ended up. An import by a computed address, which the sources use so
 * that Deno does not read ahead, becomes a plain one: in a bundle nothing is read ahead, and the bundler has to see what is imported.
 * @module
 */

import { posix, relative } from "node:path";
import type { Plugin } from "rolldown";

/** What only a program that runs from its sources looks at: files, and the project's folder itself. */
const sourcesOnly: ReadonlySet<string> = new Set([
  ".",
  "src/brain/entry.ts",
  "wit/omw.wit",
  "src/runtime/transpile_child.ts",
  "src/runtime/bundle_child.ts",
  "src/runtime/componentize_child.ts",
]);

const computedImport = /\bimport\(\s*import\.meta\.resolve\(\s*("[^"]+")\s*,?\s*\)\s*,?\s*\)/g;

/** The plugin and what it found. */
export interface SourceUrls {
  /** For the bundler. */
  plugin: Plugin;
  /**
   * To be called when bundling is done.
   * @param inside the modules in the bundle, as absolute paths
   * @param embedded the files that go into the program beside the modules, relative to the project
   * @throws {Error} when a module names a file that will not be in the program: a compiled program would look for it in a folder of the
   * system's temporary one, where other users may put what they like
   */
  check(inside: ReadonlySet<string>, embedded: ReadonlySet<string>): void;
}

/** Rewrites the program's own modules, which are in the folder `sources` that `gatherSources` made. */
export function sourceUrls(sources: string): SourceUrls {
  const named: { module: string; file: string; target: string }[] = [];
  const plugin: Plugin = {
    name: "omw:source-urls",
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\.(?:url|resolve)/ },
      handler(code, id) {
        if (!id.startsWith(`${sources}/`) || id.includes("/node_modules/")) return null;
        const file = relative(sources, id);
        for (const [, path = ""] of code.matchAll(/new URL\(\s*["']([^"']+)["'],\s*import\.meta\.url/g)) {
          named.push({ module: id, file, target: posix.join(posix.dirname(file), path) });
        }
        const plain = code.replaceAll(computedImport, "import($1)");
        if (/^(?!\s*\*).*import\.meta\.resolve\(/m.test(plain)) {
          throw new Error(`${file} uses import.meta.resolve() in a way that a bundle has no answer to; see tools/source_urls.ts`);
        }
        return plain.replaceAll("import.meta.url", `new URL(${JSON.stringify(`./${file}`)}, import.meta.url).href`);
      },
    },
  };
  return {
    plugin,
    check(inside, embedded) {
      const missing = named.find(({ module, target }) => inside.has(module) && !embedded.has(target) && !sourcesOnly.has(target));
      if (missing === undefined) return;
      throw new Error(`${missing.file} reads ${missing.target}, which is not in the program; add it to tools/embedded.ts`);
    },
  };
}
