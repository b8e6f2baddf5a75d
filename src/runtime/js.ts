/**
 * Kind `js`: a script, JavaScript or TypeScript, in V8 (design §4.3), or on an interpreter component when one is named.
 * @module
 */

import { parseParams } from "../config/mod.ts";
import { checkLength, mayImport } from "./script_text.ts";
import { interpretedRuntime } from "./interpreted.ts";
import { scriptParams } from "./params.ts";
import { scriptPermissions } from "./permissions.ts";
import type { Program, Runtime } from "./program.ts";
import { readScript } from "./read_script.ts";
import type { RuntimeBuild, RuntimeFactory } from "./runtime.ts";
import { isTypeScript, stripTypes } from "./typescript.ts";

/** See the module. */
export const jsRuntime: RuntimeFactory = {
  kind: "js",
  params: scriptParams,
  permissions: scriptPermissions,
  build(entry: RuntimeBuild): Runtime {
    const params = parseParams(scriptParams, entry.params, entry.where, entry.warn);
    if (params.interpreter !== undefined) return interpretedRuntime("js", params.interpreter, params, entry);
    return { kind: "js", maxMemoryMb: params.max_memory_mb, load: loadJs };
  },
};

async function loadJs(script: string, _signal: AbortSignal, parse: boolean): Promise<Program> {
  const text = await readScript(script, "js");
  checkLength(text, script);
  const source = isTypeScript(script) ? await stripTypes(text, script) : text;
  if (parse || mayImport(source)) await (await import("./js_source.ts")).checkJsSource(source, script);
  return {
    ref: { kind: "js", filename: script },
    parts: () => [["script", source]],
    checks: false,
  };
}
