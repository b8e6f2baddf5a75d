/**
 * Components as programs: a `wasm` brain itself, or an interpreter with a script.
 * @module
 */

import { getLogger } from "@logtape/logtape";
import { encodeBase64 } from "../pure/base64.ts";
import { ComponentCache, componentCacheFolder } from "./component_cache.ts";
import { componentEnv, type SandboxParams } from "./params.ts";
import type { Program } from "./program.ts";
import { readScript } from "./read_script.ts";
import { Transpiler } from "./transpile.ts";
import type { Transpiled } from "./transpiled.ts";
import { verbatim } from "../pure/verbatim.ts";

const log = getLogger(["omw", "runtime"]);

let shared: Transpiler | undefined;

/** The one transpiler of this process, so that the same content is never transpiled twice. */
function transpiler(): Transpiler {
  if (shared !== undefined) return shared;
  const folder = componentCacheFolder((name) => Deno.env.get(name));
  const cache = folder === undefined ? undefined : new ComponentCache({
    folder,
    warn: (message) => {
      log.warn(verbatim(message));
    },
  });
  return shared = new Transpiler({ cache });
}

/**
 * The component at `path` as a brain.
 * @throws {Error} that names the path and what is wrong with it
 */
export async function componentProgram(path: string, params: SandboxParams, signal: AbortSignal): Promise<Program> {
  return program(path, await transpiler().load(path, signal), params, undefined);
}

/**
 * A script on the interpreter component at `interpreter`.
 * @throws {Error} that names the file and what is wrong with it
 */
export async function interpretedProgram(
  kind: string,
  interpreter: string,
  script: string,
  params: SandboxParams,
  signal: AbortSignal,
): Promise<Program> {
  const source = await readScript(script, kind);
  return program(script, await transpiler().load(interpreter, signal), params, source);
}

function program(path: string, component: Transpiled, params: SandboxParams, source: string | undefined): Program {
  return {
    ref: {
      kind: "component",
      id: component.id,
      filename: path,
      cores: [...component.cores.keys()],
      script: source !== undefined,
      env: componentEnv(params),
      args: [...params.inherit_args ? Deno.args : [], ...params.args],
      shapes: component.shapes,
    },
    *parts() {
      if (source !== undefined) yield ["script", source];
      yield ["glue", component.glue];
      for (const [name, bytes] of component.cores) yield [`core:${name}`, encodeBase64(bytes)];
    },
    cachedParts: component.id,
    checks: true,
  };
}
