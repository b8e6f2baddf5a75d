/**
 * Runtimes whose scripts run on an interpreter component that the config names.
 * @module
 */

import { ConfigError } from "../config/errors.ts";
import { pathCandidates, resolvePath } from "../config/resolve_path.ts";
import type { SandboxParams } from "./params.ts";
import type { Runtime } from "./program.ts";
import type { RuntimeBuild } from "./runtime.ts";

/** A runtime of `kind` on the interpreter at `path`. The component's machinery is loaded at the first script. */
export function interpretedRuntime(kind: string, path: string, params: SandboxParams, entry: RuntimeBuild): Runtime {
  return {
    kind,
    maxMemoryMb: params.max_memory_mb,
    async load(script, signal) {
      const interpreter = await resolvePath(path, entry.base).catch((cause) => {
        throw new ConfigError(`${entry.where}.interpreter: ${cause.message}`, { cause });
      });
      const { interpretedProgram } = await import(
        import.meta.resolve("./component_program.ts")
      ) as typeof import("./component_program.ts");
      return await interpretedProgram({ kind, interpreter, script }, params, entry, signal);
    },
    files: async () => [await resolvePath(path, entry.base).catch(() => pathCandidates(path, entry.base)[0]!)],
  };
}
