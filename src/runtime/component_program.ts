/**
 * Components as programs: a `wasm` brain itself, or an interpreter with a script.
 * @module
 */

import { getLogger } from "../protocol/log.ts";
import { LateBroker } from "../host/late_broker.ts";
import { ComponentCache } from "./component_cache.ts";
import { componentCacheFolder } from "./component_cache_folder.ts";
import type { SandboxParams } from "./params.ts";
import type { Program } from "./program.ts";
import { type GrantPlace, sandboxGrants } from "./sandbox_grants.ts";
import { readScript } from "./read_script.ts";
import { Transpiler } from "./transpile.ts";
import { transpiledProgram } from "./transpiled_program.ts";

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
  const program = transpiledProgram(path, await transpiler().load(path, signal), params, undefined);
  return { ...program, broker: (log) => new LateBroker(grants, log) };
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
  const program = transpiledProgram(script, await transpiler().load(interpreter, signal), params, source);
  return { ...program, broker: (log) => new LateBroker(grants, log) };
}
