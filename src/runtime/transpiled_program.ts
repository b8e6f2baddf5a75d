/**
 * A transpiled component as a program: a brain itself, or an interpreter with a script.
 * @module
 */

import { componentEnv } from "./component_env.ts";
import type { SandboxParams } from "./params.ts";
import type { ComponentCode, Program } from "./program.ts";
import type { Transpiled } from "./transpiled.ts";

/** A component's code as a program carries it. */
export function componentCode({ id, glue, cores }: Transpiled): ComponentCode {
  const modules = Array.from(cores, ([name, bytes]) => [`core:${name}`, bytes] as const);
  return { id, parts: new Map([["glue", glue], ...modules]) };
}

/**
 * See the module.
 * @param path the file that its errors name
 * @param source the script's text, if it is an interpreter
 */
export function transpiledProgram(
  path: string,
  component: Transpiled,
  params: SandboxParams,
  source: string | undefined,
): Program {
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
    ...source !== undefined && { script: source },
    component: componentCode(component),
    checks: true,
  };
}
