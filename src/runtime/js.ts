/**
 * Kind `js`: a script, JavaScript or TypeScript, in V8 (design §4.3), or on an interpreter component when one is named.
 * @module
 */

import { DEFAULT_MEMORY_MB, plainEntry, SANDBOX_DEFAULTS } from "./defaults.ts";
import { lateInterpreted, lateSchemas } from "./late.ts";
import { scriptPermissions } from "./permissions.ts";
import type { Program, Runtime } from "./program.ts";
import { readScript } from "./read_script.ts";
import type { RuntimeBuild, RuntimeFactory } from "./runtime.ts";
import { checkLength, isTypeScript, mayImport } from "./script_text.ts";

/** See the module. */
export const jsRuntime: RuntimeFactory = {
  kind: "js",
  params: async () => (await lateSchemas()).jsParams,
  permissions: scriptPermissions,
  build(entry: RuntimeBuild): Runtime | Promise<Runtime> {
    const plain = plainEntry(entry);
    if (plain === undefined) return configured(entry);
    return plain.interpreter === undefined
      ? native(DEFAULT_MEMORY_MB)
      : lateInterpreted("js", plain.interpreter, SANDBOX_DEFAULTS, entry);
  },
};

/** @param api the release whose shapes scripts find, when it is another than the documented one */
function native(maxMemoryMb: number, api?: "0.1.10"): Runtime {
  return { kind: "js", maxMemoryMb, load: (script, _signal, parse) => loadJs(script, parse, api) };
}

/** A runtime whose entry says more; only then is there anything to check, and a schema to load for it. */
async function configured(entry: RuntimeBuild): Promise<Runtime> {
  const { jsParams, readParams } = await lateSchemas();
  const params = await readParams(jsParams, entry);
  const api = params.api === "0.1.10" ? params.api : undefined;
  if (params.interpreter === undefined) return native(params.max_memory_mb, api);
  if (api !== undefined) entry.warn(`${entry.where}.api: has no effect: an interpreter component has shapes of its own`);
  return await lateInterpreted("js", params.interpreter, params, entry);
}

async function loadJs(script: string, parse: boolean, api: "0.1.10" | undefined): Promise<Program> {
  const text = await readScript(script, "js");
  checkLength(text, script);
  const source = isTypeScript(script) ? await withoutTypes(text, script) : text;
  if (parse || mayImport(source)) {
    await (await import(import.meta.resolve("./js_source.ts")) as typeof import("./js_source.ts")).checkJsSource(source, script);
  }
  return {
    ref: { kind: "js", filename: script, ...api && { api } },
    script: source,
    checks: false,
  };
}

async function withoutTypes(text: string, script: string): Promise<string> {
  const { stripTypes } = await import(import.meta.resolve("./typescript.ts")) as typeof import("./typescript.ts");
  return stripTypes(text, script);
}
