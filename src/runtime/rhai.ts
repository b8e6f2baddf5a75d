/**
 * Kind `rhai`: a script on an interpreter component.
 * @module
 */

import { ConfigError, parseParams } from "../config/mod.ts";
import { interpretedRuntime } from "./interpreted.ts";
import { scriptParams } from "./params.ts";
import { scriptPermissions } from "./permissions.ts";
import type { Runtime } from "./program.ts";
import type { RuntimeBuild, RuntimeFactory } from "./runtime.ts";

/** See the module. */
export const rhaiRuntime: RuntimeFactory = {
  kind: "rhai",
  params: scriptParams,
  permissions: scriptPermissions,
  build(entry: RuntimeBuild): Runtime {
    const params = parseParams(scriptParams, entry.params, entry.where, entry.warn);
    if (params.interpreter === undefined) {
      throw new ConfigError(
        `${entry.where}.interpreter: missing: this version brings no rhai interpreter of its own; name an interpreter component`,
      );
    }
    return interpretedRuntime("rhai", params.interpreter, params, entry);
  },
};
