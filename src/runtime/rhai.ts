/**
 * Kind `rhai`: a script on the interpreter that omw brings, or on an interpreter component when one is named.
 * @module
 */

import type { PathBase, PermissionNeeds } from "../config/mod.ts";
import { bundledRhai, bundledRhaiFiles } from "./bundled_rhai.ts";
import { plainEntry, SANDBOX_DEFAULTS } from "./defaults.ts";
import type { SandboxParams } from "./params.ts";
import { hasSecrets, scriptPermissions } from "./permissions.ts";
import type { Runtime } from "./program.ts";
import { readScript } from "./read_script.ts";
import type { RuntimeBuild, RuntimeFactory } from "./runtime.ts";
import { transpiledProgram } from "./transpiled_program.ts";

/** See the module. */
export const rhaiRuntime: RuntimeFactory = {
  kind: "rhai",
  params: async () => (await import(import.meta.resolve("./params.ts")) as typeof import("./params.ts")).scriptParams,
  permissions: rhaiPermissions,
  build(entry: RuntimeBuild): Runtime | Promise<Runtime> {
    const plain = plainEntry(entry);
    if (plain === undefined) return configured(entry);
    return plain.interpreter === undefined ? bundled(SANDBOX_DEFAULTS) : interpreted(plain.interpreter, SANDBOX_DEFAULTS, entry);
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

async function interpreted(path: string, params: SandboxParams, entry: RuntimeBuild): Promise<Runtime> {
  const { interpretedRuntime } = await import(import.meta.resolve("./interpreted.ts")) as typeof import("./interpreted.ts");
  return interpretedRuntime("rhai", path, params, entry);
}

async function configured(entry: RuntimeBuild): Promise<Runtime> {
  const [{ readParams }, { scriptParams, warnUnused }] = await Promise.all([
    import(import.meta.resolve("./read_params.ts")) as Promise<typeof import("./read_params.ts")>,
    import(import.meta.resolve("./params.ts")) as Promise<typeof import("./params.ts")>,
  ]);
  const params = await readParams(scriptParams, entry);
  if (params.interpreter === undefined) {
    warnUnused(params, entry.where, entry.warn);
    return bundled(params);
  }
  return await interpreted(params.interpreter, params, entry);
}

/** The files of the interpreter that omw brings; or what an interpreter component needs. */
function rhaiPermissions(params: unknown, base: PathBase): PermissionNeeds {
  const { interpreter } = params as { interpreter?: unknown };
  return interpreter === undefined ? { read: bundledRhaiFiles(), secrets: hasSecrets(params) } : scriptPermissions(params, base);
}
