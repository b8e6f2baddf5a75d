/**
 * Starts the transpiling process (`transpile_child.ts`) and reads its answer.
 * @module
 */

import type { ComponentFormat } from "./component_file.ts";
import { type ProcessCommand, runTool } from "./tool_process.ts";
import type { Parts } from "./transpiled.ts";

/** How long one component may take, in ms. The slowest known (10 MB) takes 5 s on a busy machine. */
const TIME_LIMIT_MS = 120_000;

/** The largest answer, in bytes: core modules are about as large as their component, glue below 1 MB. */
const MAX_ANSWER_BYTES: number = 512 * 1024 * 1024;

/**
 * How this program starts its transpiling process: itself with `__transpile` when compiled, else Deno with the file. The flags allow
 * what loading the transpiler takes; the process gives all of it back before it looks at a component.
 */
export function transpileCommand(): ProcessCommand {
  if (Deno.build.standalone) return { program: Deno.execPath(), args: ["__transpile"] };
  const file = new URL("./transpile_child.ts", import.meta.url);
  return {
    program: Deno.execPath(),
    args: ["run", "--quiet", "--no-prompt", "--no-check", "--allow-read", "--allow-env", file.href],
  };
}

/**
 * Transpiles one component in a process of its own.
 * @param command how to start it; the file's form is added to its arguments
 * @throws {TypeError} what the transpiler says is wrong with the component
 * @throws {Error} when the process fails, takes longer than two minutes, or answers too much
 */
export async function transpileInProcess(
  file: Uint8Array<ArrayBuffer>,
  format: ComponentFormat,
  signal: AbortSignal,
  command: ProcessCommand = transpileCommand(),
): Promise<Parts> {
  return await runTool({
    command: { program: command.program, args: [...command.args, format] },
    input: file,
    signal,
    doing: "transpiling",
    limitMs: TIME_LIMIT_MS,
    maxAnswer: MAX_ANSWER_BYTES,
    env: { WAST_STRICT_COMPONENT_INDICES: "0" },
  });
}
