/**
 * Large binary data of packages, kept compressed in the program: every process of the program reads the whole of it into its memory
 * (1 ms and 1 MB per MB), and nearly none needs these.
 * @module
 */

import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "rolldown";

/** The plugin and what it found. */
export interface Inflated {
  /** For the bundler. */
  plugin: Plugin;
  /** The compressed files to put beside the chunks, by name; complete when bundling is done. */
  files: Map<string, Uint8Array>;
}

/** The transpiler and the parser of the text format: generated modules that compile core modules which lie beside them. */
const coreModule = /fetchCompile\(new URL\('\.\/([\w.-]+\.wasm)', import\.meta\.url\)\)/g;

/** The TypeScript stripper: a core module as text. */
const base64Module = /\bBuffer\d*\.from\((["'])([A-Za-z0-9+/=]{100000,})\1, *["']base64["']\)/g;

/** Where each form is found, and how often: another number means that the package has changed, which wants a look. */
const places: readonly { module: RegExp; count: number }[] = [
  { module: /\/jco-transpile\/vendor\/(?:js-component-bindgen-component|wasm-tools)\.js$/, count: 2 },
  { module: /\/amaro\/dist\/internal\.js$/, count: 1 },
];

const VIRTUAL = "\0omw:inflated/";

/** Takes the data out of the packages' modules; what is loaded in its place decompresses it (25 ms for the largest). */
export function inflated(): Inflated {
  const files = new Map<string, Uint8Array>();
  const plugin: Plugin = {
    name: "omw:inflated",
    resolveId: { filter: { id: /^omw:inflated\// }, handler: (id) => VIRTUAL + id.slice("omw:inflated/".length) },
    load: {
      filter: { id: /^\0omw:inflated\// },
      handler: (id) => ({ code: reader(id.slice(VIRTUAL.length)), moduleType: "js" }),
    },
    transform: {
      filter: { id: places.map(({ module }) => module) },
      async handler(code, id) {
        let found = 0;
        for (const [, name = ""] of code.matchAll(coreModule)) {
          files.set(`${name}.br`, pack(await readFile(join(dirname(id), name))));
        }
        let text = code.replaceAll(coreModule, (_, name: string) => {
          found++;
          return `import(${JSON.stringify(`omw:inflated/${name}.br`)}).then(({ bytes }) => WebAssembly.compile(bytes))`;
        });
        text = text.replaceAll(base64Module, (_, _quote, base64: string) => {
          found++;
          const name = `${basename(dirname(dirname(id)))}.wasm.br`;
          files.set(name, pack(Uint8Array.fromBase64(base64)));
          return `require(${JSON.stringify(`omw:inflated/${name}`)}).bytes`;
        });
        const { count } = places.find(({ module }) => module.test(id))!;
        if (found !== count) throw new Error(`${id} holds ${found} core modules in a form that is known, wanted ${count}`);
        return text;
      },
    },
  };
  return { plugin, files };
}

/** Brotli, a fifth smaller than gzip. The two best levels save another tenth and take ten times as long. */
function pack(bytes: Uint8Array): Uint8Array {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return new Uint8Array(brotliCompressSync(bytes, { params }));
}

function reader(name: string): string {
  return `import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
export const bytes = brotliDecompressSync(readFileSync(new URL(${JSON.stringify(`./${name}`)}, import.meta.url)));
`;
}
