/**
 * Kind `rhai`: a script on the interpreter that omw brings, or on an interpreter component when one is named.
 * @module
 */

import { parseParams, type PathBase, type PermissionNeeds } from "../config/mod.ts";
import { bundledRhai, bundledRhaiFiles } from "./bundled_rhai.ts";
import { interpretedRuntime } from "./interpreted.ts";
import { scriptParams, warnUnused } from "./params.ts";
import { hasSecrets, scriptPermissions } from "./permissions.ts";
import type { Runtime } from "./program.ts";
import type { RuntimeBuild, RuntimeFactory } from "./runtime.ts";

/** See the module. */
export const rhaiRuntime: RuntimeFactory = {
  kind: "rhai",
  params: scriptParams,
  permissions: rhaiPermissions,
  build(entry: RuntimeBuild): Runtime {
    const params = parseParams(scriptParams, entry.params, entry.where, entry.warn);
    if (params.interpreter !== undefined) return interpretedRuntime("rhai", params.interpreter, params, entry);
    warnUnused(params, entry.where, entry.warn);
    return {
      kind: "rhai",
      maxMemoryMb: params.max_memory_mb,
      async load(script) {
        const { bundledProgram } = await import(
          import.meta.resolve("./component_program.ts")
        ) as typeof import("./component_program.ts");
        return await bundledProgram("rhai", bundledRhai(), script, params);
      },
    };
  },
};

/** The files of the interpreter that omw brings; or what an interpreter component needs. */
function rhaiPermissions(params: unknown, base: PathBase): PermissionNeeds {
  const { interpreter } = params as { interpreter?: unknown };
  return interpreter === undefined
    ? { read: [...bundledRhaiFiles], secrets: hasSecrets(params) }
    : scriptPermissions(params, base);
}
