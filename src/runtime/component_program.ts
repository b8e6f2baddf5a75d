/**
 * Components as programs: a `wasm` brain itself, or an interpreter with a script.
 * @module
 */

import { getLogger } from "../protocol/log.ts";
import { Broker } from "../host/broker.ts";
import { encodeBase64 } from "../pure/base64.ts";
import { ComponentCache } from "./component_cache.ts";
import { componentCacheFolder } from "./component_cache_folder.ts";
import { componentEnv, type SandboxParams } from "./params.ts";
import type { Program } from "./program.ts";
import { type GrantPlace, sandboxGrants } from "./sandbox_grants.ts";
import { readScript } from "./read_script.ts";
import { Transpiler } from "./transpile.ts";
import type { Transpiled } from "./transpiled.ts";

const log = getLogger(["omw", "runtime"]);

let shared: Transpiler | undefined;

/** The one transpiler of this process, so that the same content is never transpiled twice. */
function transpiler(): Transpiler {
  if (shared !== undefined) return shared;
  const folder = componentCacheFolder((name) => Deno.env.get(name));
  const cache = folder === undefined ? undefined : new ComponentCache({
    folder,
    warn: (message) => {
      log.warn(message);
    },
  });
  return shared = new Transpiler({ cache });
}

/**
 * The component at `path` as a brain.
 * @throws {Error} that names the path and what is wrong with it
 */
export async function componentProgram(
  path: string,
  params: SandboxParams,
  place: GrantPlace,
  signal: AbortSignal,
): Promise<Program> {
  const grants = await sandboxGrants(params, place, [path]);
  return { ...program(path, await transpiler().load(path, signal), params, undefined), broker: (log) => new Broker(grants, log) };
}

/** A script, and the interpreter component that it runs on. */
export interface Interpreted {
  /** The runtime's kind. */
  kind: string;
  /** The component's path. */
  interpreter: string;
  /** The script's path. */
  script: string;
}

/**
 * A script on an interpreter component.
 * @throws {Error} that names the file and what is wrong with it
 */
export async function interpretedProgram(
  { kind, interpreter, script }: Interpreted,
  params: SandboxParams,
  place: GrantPlace,
  signal: AbortSignal,
): Promise<Program> {
  const grants = await sandboxGrants(params, place, [script, interpreter]);
  const source = await readScript(script, kind);
  return {
    ...program(script, await transpiler().load(interpreter, signal), params, source),
    broker: (log) => new Broker(grants, log),
  };
}

/**
 * A script on an interpreter that is transpiled already, and that has no use for grants.
 * @throws {Error} that names the file and what is wrong with it
 */
export async function bundledProgram(
  kind: string,
  interpreter: Promise<Transpiled>,
  script: string,
  params: SandboxParams,
): Promise<Program> {
  const [source, component] = await Promise.all([readScript(script, kind), interpreter]);
  return program(script, component, params, source);
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
      cwd: params.initial_cwd,
      stdout: params.inherit_stdio || params.inherit_stdout,
      stderr: params.inherit_stdio || params.inherit_stderr,
      seed: params.insecure_random_seed === undefined ? undefined : String(params.insecure_random_seed),
      most_random: params.max_random_size,
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
