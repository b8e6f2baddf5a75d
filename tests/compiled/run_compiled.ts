/**
 * Runs of a compiled program under the conditions of a test.
 * @module
 */

/** How to run it. */
export interface CompiledRun {
  /** The program. */
  program: string;
  /** Its arguments. */
  args: readonly string[];
  /** The working folder. */
  cwd: string;
  /** The whole environment; by default a PATH and nothing else. */
  env?: Record<string, string>;
  /** A shell command that sets the conditions and then runs `"$@"`; by default only that. */
  shell?: string;
}

/** What a run came to. */
export interface CompiledEnd {
  /** The exit code. */
  code: number;
  /** All of standard output. */
  stdout: string;
  /** All of standard error. */
  stderr: string;
}

/** Far beyond what any run takes on a busy machine, in ms. */
const LIMIT_MS = 60_000;

/** Runs the program to its end. */
export async function runCompiled({ program, args, cwd, env, shell = 'exec "$@"' }: CompiledRun): Promise<CompiledEnd> {
  const { code, stdout, stderr } = await new Deno.Command("/bin/sh", {
    args: ["-c", shell, "sh", program, ...args],
    cwd,
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin", ...env },
    stdin: "null",
    signal: AbortSignal.timeout(LIMIT_MS),
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Whether a shell command succeeds here: some conditions take tools or rights that not every machine has. */
export async function isPossible(shell: string): Promise<boolean> {
  const { success } = await new Deno.Command("/bin/sh", { args: ["-c", shell], stdin: "null", stdout: "null", stderr: "null" })
    .output();
  return success;
}
