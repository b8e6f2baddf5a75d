/**
 * The program as JavaScript: a small entry, and one chunk for each part that is loaded when it is needed. A program of packages in
 * place of chunks would be 40 MB larger and start three times slower.
 * @module
 */

import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type OutputChunk, rolldown } from "rolldown";
import { hasRuntime } from "./contents.ts";
import { embeddedFiles, packedFiles } from "./embedded.ts";
import { inflated } from "./inflated.ts";
import { sourceUrls } from "./source_urls.ts";
import { type BundledPackage, packagesOf } from "./packages.ts";
import { projectRoot } from "./project.ts";
import type { ReleasedVariant } from "./request.ts";
import { replacements } from "./replacements.ts";

/** A bundle on disk. */
export interface Bundle {
  /** Its folder; the entry is `main.mjs`. */
  folder: string;
  /** Which variant it is. */
  variant: ReleasedVariant;
  /** The files that are no modules, relative to the folder. */
  assets: string[];
  /** The packages whose code is in it. */
  packages: BundledPackage[];
}

/** What to bundle. */
export interface BundleOptions {
  /** The variant. */
  variant: ReleasedVariant;
  /** The folder that takes the bundle; it is made. */
  folder: string;
  /** The folder that `gatherSources` made. */
  sources: string;
}

/**
 * Bundles a variant.
 * @throws {Error} when anything cannot be resolved, or what is to be left out got in
 */
export async function bundle({ variant, folder, sources }: BundleOptions): Promise<Bundle> {
  await Deno.mkdir(folder, { recursive: true });
  const embedded = embeddedFiles(variant);
  const assets = inflated();
  const urls = sourceUrls(sources);
  const build = await rolldown({
    cwd: sources,
    input: { main: join(sources, "main.ts") },
    platform: "node",
    experimental: { attachDebugInfo: "none" },
    // No module of the project does anything but define when it is loaded: one that nothing is taken from can be left out.
    treeshake: { moduleSideEffects: [{ test: /\/src\/[a-z]+\/\w+\.ts$/, sideEffects: false }] },
    plugins: [replacements(variant, sources), urls.plugin, assets.plugin],
    checks: { pluginTimings: false }, // Brotli takes its time, and that is known.
    onLog(_level, { code, message }) {
      // Code that is bundled is a module anyway: what a directive in front of it means is no loss. Anything else is a fault.
      if (code !== "MODULE_LEVEL_DIRECTIVE") throw new Error(`bundling ${variant}: ${message}`);
    },
  });
  let chunks: OutputChunk[];
  try {
    const { output } = await build.write({
      dir: folder,
      format: "esm",
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
      // Each byte is read by every process at its start, 1.6 ms per MB. Functions and classes keep their names, for stack traces.
      minify: { mangle: { toplevel: true, keepNames: true }, compress: false, codegen: { removeWhitespace: true } },
    });
    chunks = output.filter((item) => item.type === "chunk");
  } finally {
    await build.close();
  }
  checkImports(chunks);
  const inside = new Set(chunks.flatMap(({ moduleIds }) => moduleIds));
  checkAbsent(variant, inside, sources);
  urls.check(inside, new Set(embedded));
  for (const [name, bytes] of assets.files) await Deno.writeFile(join(folder, name), bytes);
  for (const file of embedded) {
    await Deno.mkdir(dirname(join(folder, file)), { recursive: true });
    const bytes = await Deno.readFile(join(projectRoot, file));
    await Deno.writeFile(join(folder, file), packedFiles.has(file) ? gzipSync(bytes, { level: 9 }) : bytes);
  }
  const packages = await packagesOf(inside);
  return { folder, variant, assets: [...assets.files.keys(), ...embedded].sort(), packages };
}

/** What is not in the bundle would be looked for on the user's disk, in a folder that others may write to. */
function checkImports(chunks: readonly OutputChunk[]): void {
  const names = new Set(chunks.map(({ fileName }) => fileName));
  for (const { fileName, imports, dynamicImports } of chunks) {
    const missing = [...imports, ...dynamicImports].find((name) => !names.has(name) && !name.startsWith("node:"));
    if (missing !== undefined) throw new Error(`the chunk ${fileName} imports ${missing}, which is not in the bundle`);
  }
}

/** A kind that the variant does not have must not be in it in part either. */
function checkAbsent(variant: ReleasedVariant, inside: ReadonlySet<string>, sources: string): void {
  for (const kind of ["js", "rhai"] as const) {
    const wanted = hasRuntime(variant, kind);
    if (inside.has(join(sources, `src/runtime/${kind}.ts`)) === wanted) continue;
    throw new Error(`the kind ${kind} is ${wanted ? "not " : ""}in the variant ${variant}`);
  }
}
