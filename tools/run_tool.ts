/**
 * Programs that a build starts.
 * @module
 */

/** How a program is started. */
export interface ToolOptions {
  /** The working folder. */
  cwd?: string;
  /** Variables beside those of this process. */
  env?: Record<string, string>;
}

/** The version of a Deno. @throws {Error} when it cannot be started */
export async function denoVersion(deno: string): Promise<string> {
  return (await runTool(deno, ["eval", "console.log(Deno.version.deno)"])).trim();
}

/**
 * Runs a program to its end.
 * @returns its standard output
 * @throws {Error} with what it wrote to standard error when it cannot be started or ends with another code than 0
 */
export async function runTool(program: string, args: readonly string[], { cwd, env }: ToolOptions = {}): Promise<string> {
  const command = new Deno.Command(program, { args: [...args], cwd, env: { NO_COLOR: "1", ...env }, stdin: "null" });
  let result: Deno.CommandOutput;
  try {
    result = await command.output();
  } catch (cause) {
    throw new Error(`cannot start ${program}: ${(cause as Error).message}`, { cause });
  }
  const decoder = new TextDecoder();
  if (!result.success) {
    throw new Error(
      `${program} ${args[0] ?? ""} ended with ${result.code}: ${decoder.decode(result.stderr).trim().slice(-4000)}`,
    );
  }
  return decoder.decode(result.stdout);
}
