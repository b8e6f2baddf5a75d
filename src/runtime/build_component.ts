/**
 * A js or ts brain to a component, without any toolchain but npm's packages (`omw build`).
 * @module
 */

import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrainEntry, readEntry } from "./brain_entry.ts";
import type { BundleRequest } from "./bundle_child.ts";
import { type ProcessCommand, runTool } from "./tool_process.ts";

/** How long a bundler may take, in ms: it takes 0.1 s, for large trees of packages one or two. */
const BUNDLE_MS = 60_000;

/** How long the toolchain may take, in ms: it takes about a second, on a busy machine several. */
const COMPONENTIZE_MS = 120_000;

/** The largest bundle and the largest component, in bytes: the engine is 1.1 MB, and what a brain carries is text. */
const MAX_RESULT_BYTES: number = 128 * 1024 * 1024;

/** What a built brain consists of; `builtModule` of the brain's room makes a module of it. */
export interface BuildParts {
  /** The script, without imports. */
  script: string;
  /** Its name in errors. */
  filename: string;
  /** Statements that bring what it imports; empty for nothing. */
  imports: string;
}

/** How to build. */
export interface BuildOptions {
  /** The name of the global in which the script finds what it imports. */
  importsName: string;
  /** Makes the component's module. */
  compose(parts: BuildParts): string;
  /** Gives up. */
  signal: AbortSignal;
}

/**
 * Builds a brain.
 * @param path a `.js` or `.ts` file
 * @throws {SyntaxError} that names the file, the line and the column: it is no script, or one that QuickJS does not know
 * @throws {TypeError} that names the place: what it imports can't be bundled
 * @throws {Error} that names the file: it cannot be read; a tool failed
 */
export async function buildComponent(path: string, options: BuildOptions): Promise<Uint8Array<ArrayBuffer>> {
  if (!/\.[cm]?[jt]s$/.test(path)) {
    throw new TypeError(`cannot build ${JSON.stringify(path)}: wanted a brain in JavaScript (.js) or TypeScript (.ts)`);
  }
  if (Deno.build.standalone) {
    throw new Error("a compiled omw cannot build: its tools are native programs; use omw from its sources (bin/omw build)");
  }
  const entry = await readEntry(path, options.importsName);
  const imports = entry.imports.length === 0 ? "" : await bundle(path, entry, options);
  return await componentize(path, options.compose({ script: entry.script, filename: entry.filename, imports }), options.signal);
}

async function bundle(path: string, { imports }: BrainEntry, { importsName, signal }: BuildOptions): Promise<string> {
  const request: BundleRequest = { path, folder: dirname(resolve(path)), imports, name: importsName };
  const { parts } = await runTool({
    // `run` is for esbuild's binary, `env` for what it reads at its start.
    command: tool("./bundle_child.ts", ["--allow-read", "--allow-env", "--allow-run"]),
    input: new TextEncoder().encode(JSON.stringify(request)),
    signal,
    doing: "bundling",
    limitMs: BUNDLE_MS,
    maxAnswer: MAX_RESULT_BYTES,
  });
  return new TextDecoder().decode(parts.get("script"));
}

async function componentize(path: string, module: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const contract = fileURLToPath(new URL("../../wit/omw.wit", import.meta.url));
  try {
    const { parts } = await runTool({
      command: tool("./componentize_child.ts", ["--allow-read", "--allow-env", "--allow-ffi"], contract),
      input: new TextEncoder().encode(module),
      signal,
      doing: "componentizing",
      limitMs: COMPONENTIZE_MS,
      maxAnswer: MAX_RESULT_BYTES,
    });
    return parts.get("component")!;
  } catch (cause) {
    if (cause instanceof TypeError) throw engineFault(path, cause);
    throw new Error(`failed to build ${JSON.stringify(path)}: ${(cause as Error).message}`, { cause });
  }
}

function tool(file: string, flags: readonly string[], ...args: string[]): ProcessCommand {
  const { href } = new URL(file, import.meta.url);
  return { program: Deno.execPath(), args: ["run", "--quiet", "--no-prompt", "--no-check", ...flags, href, ...args] };
}

/** What the engine inside says of a script that V8 takes: a script is compiled as the component is made. */
function engineFault(path: string, cause: TypeError): SyntaxError {
  const found = /evaluation: (?:Error: )?(.*?) at <input>:(\d+):(\d+)/.exec(cause.message);
  if (found === null) return new SyntaxError(`failed to build ${JSON.stringify(path)}: ${cause.message}`, { cause });
  const [, text, line, column] = found;
  // On the script's first line stand twelve characters before it: see `builtModule`. The cause would say it all again.
  const place = `${path}:${line}:${line === "1" ? Number(column) - 12 : column}`;
  return new SyntaxError(`${place}: QuickJS, which runs built brains, does not take this: ${text}`);
}
