/**
 * What the interpreter is made of: one hash over all of it tells whether the committed component is up to date.
 * @module
 */

import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** This folder. */
export const folder: string = fileURLToPath(new URL(".", import.meta.url));

/**
 * The component. Not packed: unpacking it took a quarter of a short `omw run` (measured), and git packs what it stores anyway. Not called
 * `.wasm` either: `deno compile` takes such a file for a module of the program, which a component is not.
 */
export const COMPONENT = "interpreter.component";

/** Its transpiled form without the core modules, which are cut out of the component. */
export const TRANSPILED = "interpreter.glue";

/** How both were made. */
export const RECORD = "build.json";

/** The optimiser, which `deno.json` names: the version that the transpiler depends on, too. */
export const OPTIMISER = "binaryen";

/** What `build.json` holds. */
export interface BuildRecord {
  /** The hash of the sources, see `hashOfSources`. */
  sources: string;
  /** The SHA-256 of the component. */
  component: string;
  /** The SHA-256 of the transpiled form. */
  transpiled: string;
  /** The versions of the tools. */
  tools: Record<string, string>;
}

/** What the component is made of beside this folder's files. */
const OUTSIDE = ["../../wit/c/omw.wit"];

/** What is made here. */
const RESULTS: ReadonlySet<string> = new Set(["target", COMPONENT, TRANSPILED, RECORD]);

/** The SHA-256 over names and contents of all sources, in the order of their names, in hex. */
export function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const path of [...filesIn(folder), ...OUTSIDE.map((path) => join(folder, path))].sort()) {
    const content = Deno.readFileSync(path);
    hash.update(`${relative(folder, path)}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

function filesIn(path: string): string[] {
  return Array.from(Deno.readDirSync(path)).flatMap(({ name, isDirectory }) => {
    if (RESULTS.has(name) || name.endsWith("_test.ts") || name.endsWith(".md")) return [];
    return isDirectory ? filesIn(join(path, name)) : [join(path, name)];
  });
}
