/**
 * The bundling process: what a brain imports, on stdin as JSON (`BundleRequest`), becomes one script on stdout (`encodeParts`, the part
 * `script`); what is wrong with it is the head's `error`.
 *
 * A process of its own because esbuild runs a binary of its package, which the host's own permissions are not there for.
 * @module
 */

import { build, type Message, type PartialMessage, stop } from "esbuild";
import type { EntryImport } from "./brain_entry.ts";
import { encodeParts, writePieces } from "./transpiled.ts";

/** What the process is given. */
export interface BundleRequest {
  /** The brain's path, for messages. */
  path: string;
  /** The folder that relative imports start from and where packages are looked for first. */
  folder: string;
  /** What it imports. */
  imports: EntryImport[];
  /** The variable of the resulting script that holds what was imported. */
  name: string;
}

/** So many faults are told: the first is nearly always the cause of the others. */
const MAX_FAULTS = 3;

/** The name of the statements that stand for the brain's own imports, one a line. */
const STATEMENTS = "omw:imports";

async function bundle({ path, folder, imports, name }: BundleRequest): Promise<string> {
  const contents = imports.map(({ reexport }) => reexport).join("\n");
  try {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: folder, sourcefile: STATEMENTS, loader: "js" },
      absWorkingDir: folder,
      bundle: true,
      write: false,
      format: "iife",
      globalName: name,
      // Neither Node.js nor a browser: QuickJS with the language alone.
      platform: "neutral",
      mainFields: ["module", "main"],
      target: "es2023",
      logLevel: "silent",
      // Configuration of the brain's folder must not change what the language means.
      tsconfigRaw: {},
    });
    return outputFiles[0]!.text;
  } catch (error) {
    const errors = (error as { errors?: Message[] }).errors;
    if (errors === undefined) throw error;
    throw new TypeError(errors.slice(0, MAX_FAULTS).map((fault) => faultText(fault, path, imports)).join("; "), { cause: error });
  } finally {
    await stop();
  }
}

/** A fault with its place: in an imported file, or at the brain's own import. */
function faultText({ location, text }: PartialMessage, path: string, imports: readonly EntryImport[]): string {
  const fault = builtin(text ?? "it cannot be bundled");
  if (!location) return `${path}: ${fault}`;
  const own = location.file === STATEMENTS ? imports[(location.line ?? 1) - 1] : undefined;
  if (own !== undefined) return `${path}:${own.line}:${own.column}: ${fault}`;
  return `${location.file}:${location.line}:${(location.column ?? 0) + 1}: ${fault}`;
}

/** Says of a missing module what the cause most likely is. */
function builtin(text: string): string {
  const missing = /^Could not resolve "([^"]+)"/.exec(text)?.[1];
  if (missing === undefined) return text;
  if (missing.startsWith("node:")) return `cannot import "${missing}": a brain has the language and omw, not Node.js`;
  if (/^(?:npm|jsr|https?):/.test(missing)) return `cannot import "${missing}": install the package and import it by its name`;
  if (/^\.{0,2}\//.test(missing)) return `cannot import "${missing}": there is no such file`;
  return `cannot import "${missing}": it is in no node_modules folder here or above; install it, if it is no part of Node.js`;
}

if (import.meta.main) {
  const request: BundleRequest = await new Response(Deno.stdin.readable).json();
  const pieces = await bundle(request).then(
    (script) => encodeParts({ head: {}, parts: new Map([["script", new TextEncoder().encode(script)]]) }),
    (error: Error) => {
      if (error instanceof TypeError) return encodeParts({ head: { error: error.message }, parts: new Map() });
      throw error;
    },
  );
  await writePieces(Deno.stdout, pieces);
}
