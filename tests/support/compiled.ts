/**
 * A compiled program for tests and benchmarks.
 * @module
 */

import { join } from "node:path";
import { bundle } from "../../tools/bundle.ts";
import { gatherSources } from "../../tools/sources.ts";
import { compileProgram } from "../../tools/program.ts";
import type { Arch, ReleasedVariant } from "../../tools/request.ts";

/** Why there is no compiled program here, or nothing when there is or can be one. */
export function compiledSkipReason(): string | undefined {
  if (Deno.build.os !== "linux") return "releases are for Linux";
  if (Deno.env.get("OMW_BIN") || Deno.env.get("DENORT_BIN")) return undefined;
  return "no compiled program: set OMW_BIN to one, or DENO and DENORT_BIN to a Deno and its compile runtime";
}

/** A compiled program. */
export interface CompiledProgram extends AsyncDisposable {
  /** Its path. */
  readonly path: string;
}

/**
 * The program that `OMW_BIN` names, else one that is compiled now by `DENO` with `DENORT_BIN`, and gone at the end.
 * @throws with what the tools said when it cannot be compiled
 */
export async function compiledProgram(variant: ReleasedVariant): Promise<CompiledProgram> {
  const given = Deno.env.get("OMW_BIN");
  if (given) return { path: await Deno.realPath(given), [Symbol.asyncDispose]: () => Promise.resolve() };
  const work = await Deno.realPath(await Deno.makeTempDir({ prefix: "omw-compiled-" }));
  const gone = () => Deno.remove(work, { recursive: true });
  try {
    const toolchain = toolchainOfEnv();
    const sources = join(work, "sources");
    await gatherSources(sources, toolchain.deno);
    const bundled = await bundle({ variant, folder: join(work, "bundle"), sources });
    const path = join(work, "omw");
    await compileProgram({ bundle: bundled, arch: Deno.build.arch as Arch, output: path, toolchain });
    return { path, [Symbol.asyncDispose]: gone };
  } catch (error) {
    await gone();
    throw error;
  }
}

/** A program that does nothing, compiled the same way: what starting costs at least. Given any argument it waits until it is killed. */
export async function compiledEmpty(folder: string): Promise<string> {
  const { deno, denort } = toolchainOfEnv();
  const path = join(folder, "empty");
  await Deno.writeTextFile(join(folder, "empty.mjs"), "if (Deno.args.length > 0) setInterval(() => {}, 60_000);\n");
  const flags = ["--no-config", "--no-lock", "--no-check", "--no-code-cache", "--no-prompt", "--quiet"];
  const env: Record<string, string> = denort === undefined ? {} : { DENORT_BIN: denort };
  const { success, stderr } = await new Deno.Command(deno, {
    args: ["compile", ...flags, "--output", path, "empty.mjs"],
    cwd: folder,
    env,
  }).output();
  if (!success) throw new Error(`cannot compile an empty program: ${new TextDecoder().decode(stderr)}`);
  return path;
}

function toolchainOfEnv() {
  return { deno: Deno.env.get("DENO") || Deno.execPath(), denort: Deno.env.get("DENORT_BIN") || undefined, epoch: 0 };
}
