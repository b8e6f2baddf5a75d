/**
 * What is in a component: `omw inspect`. Unlike a runtime it tells about components that omw cannot run, too.
 * @module
 */

import { checkContract } from "./component_contract.ts";
import { checkComponentHead, componentFormat } from "./component_file.ts";
import { componentGrants, type Grant } from "./component_grants.ts";
import { componentRevisions } from "./component_revisions.ts";
import { componentShapes } from "./component_shapes.ts";
import { readParts, transpilerFault } from "./transpile.ts";
import { transpileInProcess } from "./transpile_process.ts";
import { witName } from "./wit_name.ts";

/** A core module inside a component. */
export interface CoreModule {
  /** The transpiler's name for it. */
  name: string;
  /** Its size in bytes. */
  bytes: number;
}

/** An imported interface. */
export interface ImportedInterface {
  /** Its name, with its version where it has one. */
  name: string;
  /** Its functions and methods as WIT spells them, for the interfaces of omw: the ones that the component may call. */
  functions?: string[];
}

/** What there is to know of a component's file. */
export interface ComponentReport {
  /** The size of the file in bytes. */
  bytes: number;
  /** The world that it is for: `omw` when it exports what a brain exports. */
  world: "omw" | "another";
  /** Why omw cannot run it; absent when it can. */
  fault?: string;
  /** What it exports. */
  exports: string[];
  /** What it imports. */
  imports: ImportedInterface[];
  /** By record, the releases of omw whose shape it embeds; see `component_revisions.ts`. */
  records: Record<string, string>;
  /** Its core modules, in order. */
  cores: CoreModule[];
  /** The keys of a runtime entry that it may need. */
  grants: Grant[];
}

/**
 * Looks into the component at `path`.
 * @throws {TypeError} naming the path: it is no component
 * @throws {Error} naming the path: it cannot be read, the transpiling process failed
 */
export async function inspectComponent(path: string, signal: AbortSignal): Promise<ComponentReport> {
  const format = componentFormat(path);
  let file: Uint8Array<ArrayBuffer>;
  try {
    file = await Deno.readFile(path, { signal });
  } catch (cause) {
    throw new Error(`failed to read component ${JSON.stringify(path)}: ${(cause as Error).message}`, { cause });
  }
  if (format === "wasm") checkComponentHead(path, file);
  const parts = await transpileInProcess(file, format, signal).catch((cause: Error) => {
    if (cause instanceof TypeError) throw new TypeError(`component "${path}" ${transpilerFault(cause.message)}`, { cause });
    throw new Error(`failed to look into component "${path}": ${cause.message}`, { cause });
  });
  const { imports, exports, types, cores } = readParts(parts);
  const report: ComponentReport = {
    bytes: file.length,
    world: exports.includes("omw:omw/runtime") ? "omw" : "another",
    exports: exports.filter((name) => !exports.some((other) => other.endsWith(`/${name}`)))
      .map((name) => name.includes(":") ? name : witName(name)),
    imports: imports.map((name) => {
      const functions = types.functions.get(name);
      return functions === undefined ? { name } : { name, functions: [...functions.keys()].map(witName).sort() };
    }),
    records: Object.fromEntries(componentRevisions(types)),
    cores: [...cores].map(([name, { length }]) => ({ name, bytes: length })),
    grants: componentGrants(imports),
  };
  try {
    checkContract({ imports, exports, types });
    componentShapes(types);
  } catch (error) {
    report.fault = (error as Error).message;
  }
  return report;
}
