/**
 * The project's own files, and what they really import.
 * @module
 */

import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The project's folder, without a slash at its end. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** What is never the project's own: version control, fetched packages, build results. */
const foreign: ReadonlySet<string> = new Set([".git", "node_modules", "dist", "target"]);

/** One import of a module. */
export interface ImportEdge {
  /** As it is written. */
  readonly specifier: string;
  /** The file in the project that it leads to, relative to the root; absent for packages and built-ins. */
  readonly file?: string;
  /** Whether it is an `import()`. */
  readonly dynamic: boolean;
  /** Whether only types are imported, so that nothing is loaded. */
  readonly typeOnly: boolean;
}

/** Every file of the project, relative to its folder, sorted. */
export function projectFiles(): string[] {
  const files: string[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of Deno.readDirSync(folder)) {
      if (foreign.has(entry.name)) continue;
      if (entry.isDirectory) folders.push(join(folder, entry.name));
      else if (entry.isFile) files.push(relative(root, join(folder, entry.name)));
    }
  }
  return files.sort();
}

/** Every TypeScript file below one of the folders, or that is one of the files. */
export function sourceFiles(...places: string[]): string[] {
  const wanted = (file: string) => places.some((place) => file === place || file.startsWith(`${place}/`));
  return projectFiles().filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts") && wanted(file));
}

/** Reads a file of the project. */
export function readSource(file: string): string {
  return Deno.readTextFileSync(join(root, file));
}

/** A source without its comments. Strings that look like comments are cut too, which the callers' patterns don't mind. */
export function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
}

interface Resolved {
  readonly specifier?: string;
}

interface InfoModule {
  readonly specifier: string;
  readonly dependencies?: { specifier: string; isDynamic?: boolean; code?: Resolved; type?: Resolved }[];
}

/** What the files import, static, dynamic and type-only, as Deno itself resolves it; the key is the importing file. */
export async function importsOf(files: readonly string[]): Promise<Map<string, ImportEdge[]>> {
  const folder = await Deno.makeTempDir({ prefix: "omw-imports-" });
  try {
    const entry = join(folder, "entry.ts");
    await Deno.writeTextFile(entry, files.map((file) => `import ${JSON.stringify(urlOf(file))};\n`).join(""));
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", "--no-lock", "--config", join(root, "deno.json"), entry],
    }).output();
    if (!success) throw new Error(`deno info failed: ${new TextDecoder().decode(stderr)}`);
    const { modules }: { modules: InfoModule[] } = JSON.parse(new TextDecoder().decode(stdout));
    const byUrl = new Map(modules.map((module) => [module.specifier, module]));
    return new Map(files.map((file) => [file, edgesOf(byUrl.get(urlOf(file)))]));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function edgesOf(module: InfoModule | undefined): ImportEdge[] {
  return (module?.dependencies ?? []).map(({ specifier, isDynamic = false, code, type }) => {
    const url = (code ?? type)?.specifier ?? "";
    const inside = url.startsWith(`${pathToFileURL(root)}/`);
    return {
      specifier,
      dynamic: isDynamic,
      typeOnly: code === undefined,
      file: inside ? relative(root, fileURLToPath(url)) : undefined,
    };
  });
}

function urlOf(file: string): string {
  return pathToFileURL(join(root, file)).href;
}
