/**
 * Kind `js`: a script, JavaScript or TypeScript, in V8 (design §4.3), or on an interpreter component when one is named.
 * @module
 */

import { DEFAULT_MEMORY_MB } from "./defaults.ts";
import { scriptPermissions } from "./permissions.ts";
import type { Program, Runtime } from "./program.ts";
import { readScript } from "./read_script.ts";
import type { RuntimeBuild, RuntimeFactory } from "./runtime.ts";
import { checkLength, mayImport } from "./script_text.ts";
import { isTypeScript, stripTypes } from "./typescript.ts";

/** See the module. */
export const jsRuntime: RuntimeFactory = {
  kind: "js",
  params: async () => (await import(import.meta.resolve("./params.ts")) as typeof import("./params.ts")).scriptParams,
  permissions: scriptPermissions,
  build(entry: RuntimeBuild): Runtime | Promise<Runtime> {
    return Object.keys(entry.params as object).length === 0 ? native(DEFAULT_MEMORY_MB) : configured(entry);
  },
};

function native(maxMemoryMb: number): Runtime {
  return { kind: "js", maxMemoryMb, load: loadJs };
}

/** A runtime whose entry says something; only then is there anything to check, and a schema to load for it. */
async function configured(entry: RuntimeBuild): Promise<Runtime> {
  const [{ parseParams }, { scriptParams }] = await Promise.all([
    import(import.meta.resolve("../config/mod.ts")) as Promise<typeof import("../config/mod.ts")>,
    import(import.meta.resolve("./params.ts")) as Promise<typeof import("./params.ts")>,
  ]);
  const params = parseParams(scriptParams, entry.params, entry.where, entry.warn);
  if (params.interpreter === undefined) return native(params.max_memory_mb);
  const { interpretedRuntime } = await import(import.meta.resolve("./interpreted.ts")) as typeof import("./interpreted.ts");
  return interpretedRuntime("js", params.interpreter, params, entry);
}

async function loadJs(script: string, _signal: AbortSignal, parse: boolean): Promise<Program> {
  const text = await readScript(script, "js");
  checkLength(text, script);
  const source = isTypeScript(script) ? await stripTypes(text, script) : text;
  if (parse || mayImport(source)) {
    await (await import(import.meta.resolve("./js_source.ts")) as typeof import("./js_source.ts")).checkJsSource(source, script);
  }
  return {
    ref: { kind: "js", filename: script },
    parts: () => [["script", source]],
    checks: false,
  };
}
