/**
 * Kind `rhai`: a script on the interpreter that omw brings, or on an interpreter component when one is named.
 * @module
 */

import type { PathBase, PermissionNeeds } from "../config/mod.ts";
import { bundledRhai, bundledRhaiFiles } from "./bundled_rhai.ts";
import { plainEntry, SANDBOX_DEFAULTS } from "./defaults.ts";
import { lateInterpreted, lateSchemas } from "./late.ts";
import type { SandboxParams } from "./params.ts";
import { hasSecrets, scriptPermissions } from "./permissions.ts";
import type { Runtime } from "./program.ts";
import { readScript } from "./read_script.ts";
import type { RuntimeBuild, RuntimeFactory } from "./runtime.ts";
import { transpiledProgram } from "./transpiled_program.ts";

/** See the module. */
export const rhaiRuntime: RuntimeFactory = {
  kind: "rhai",
  params: async () => (await lateSchemas()).scriptParams,
  permissions: rhaiPermissions,
  build(entry: RuntimeBuild): Runtime | Promise<Runtime> {
    const plain = plainEntry(entry);
    if (plain === undefined) return configured(entry);
    return plain.interpreter === undefined
      ? bundled(SANDBOX_DEFAULTS)
      : lateInterpreted("rhai", plain.interpreter, SANDBOX_DEFAULTS, entry);
  },
};

function bundled(params: SandboxParams): Runtime {
  return {
    kind: "rhai",
    maxMemoryMb: params.max_memory_mb,
    async load(script) {
      const [source, interpreter] = await Promise.all([readScript(script, "rhai"), bundledRhai()]);
      return transpiledProgram(script, interpreter, params, source);
    },
  };
}

async function configured(entry: RuntimeBuild): Promise<Runtime> {
  const { scriptParams, warnUnused, readParams } = await lateSchemas();
  const params = await readParams(scriptParams, entry);
  if (params.interpreter === undefined) {
    warnUnused(params, entry.where, entry.warn);
    return bundled(params);
  }
  return await lateInterpreted("rhai", params.interpreter, params, entry);
}

/** The files of the interpreter that omw brings; or what an interpreter component needs. */
function rhaiPermissions(params: unknown, base: PathBase): PermissionNeeds {
  const { interpreter } = params as { interpreter?: unknown };
  return interpreter === undefined ? { read: bundledRhaiFiles(), secrets: hasSecrets(params) } : scriptPermissions(params, base);
}
