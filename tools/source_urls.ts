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
import { projectRoot } from "./project.ts";

/** Files that only a program that runs from its sources looks at. */
const sourcesOnly: ReadonlySet<string> = new Set([
  "src/brain/entry.ts",
  "wit/omw.wit",
  "src/runtime/transpile_child.ts",
  "src/runtime/bundle_child.ts",
  "src/runtime/componentize_child.ts",
]);

const computedImport = /\bimport\(\s*import\.meta\.resolve\(\s*("[^"]+")\s*,?\s*\)\s*,?\s*\)/g;

/**
 * Rewrites the project's own modules.
 * @param embedded the files that go into the program beside the modules, relative to the project
 * @throws {Error} while bundling, when a source names a file that will not be in the program: a compiled program would look for it in a
 * folder of the system's temporary one, where other users may put what they like
 */
export function sourceUrls(embedded: ReadonlySet<string>): Plugin {
  return {
    name: "omw:source-urls",
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\.(?:url|resolve)/ },
      handler(code, id) {
        if (!id.startsWith(`${projectRoot}/`) || id.includes("/node_modules/")) return null;
        const file = relative(projectRoot, id);
        for (const [, path = ""] of code.matchAll(/new URL\(\s*["']([^"']+)["'],\s*import\.meta\.url/g)) {
          const target = posix.join(posix.dirname(file), path);
          if (embedded.has(target) || sourcesOnly.has(target)) continue;
          throw new Error(`${file} reads ${target}, which is not in the program; add it to tools/embedded.ts`);
        }
        const plain = code.replaceAll(computedImport, "import($1)");
        if (/^(?!\s*\*).*import\.meta\.resolve\(/m.test(plain)) {
          throw new Error(`${file} uses import.meta.resolve() in a way that a bundle has no answer to; see tools/source_urls.ts`);
        }
        return plain.replaceAll("import.meta.url", `new URL(${JSON.stringify(`./${file}`)}, import.meta.url).href`);
      },
    },
  };
}
