/**
 * Whole processes, as a user starts them, and what they cost.
 * @module
 */

import { fileURLToPath } from "node:url";

/** The launcher: omw from its sources. */
export const LAUNCHER: string = fileURLToPath(new URL("../../bin/omw", import.meta.url));

/** A config of one js agent on `a.js`. */
export const ONE_AGENT = `[runtime.js]\nkind = "js"\n[[agents]]\nname = "a"\nruntime = "js"\nscript = "a.js"\n`;

/** The files of the smallest run: a js brain that returns at once. */
export const HELLO: Readonly<Record<string, string>> = { "omw.toml": ONE_AGENT, "a.js": `"hello"` };

/** What may be given to a process. */
export interface ProcessOptions {
  /** Its working folder. */
  cwd: string;
  /** Variables beside this process's own. */
  env?: Record<string, string>;
  /** What its standard output has to hold. */
  says?: RegExp;
}

/** Milliseconds from a program's start to its end. @throws when it fails or does not say what it has to */
export async function wholeProcess(command: string, args: string[], { cwd, env, says }: ProcessOptions): Promise<number> {
  const started = performance.now();
  const output = says === undefined ? "null" : "piped";
  const end = await new Deno.Command(command, { args, cwd, env, stdin: "null", stdout: output, stderr: "null" }).output();
  const took = performance.now() - started;
  if (!end.success) throw new Error(`${command} ${args.join(" ")} ended with ${end.code}`);
  const said = says === undefined ? "" : new TextDecoder().decode(end.stdout);
  if (says !== undefined && !says.test(said)) throw new Error(`${command} ${args.join(" ")} did not say ${says}: ${said}`);
  return took;
}

/** Milliseconds of processor time of a program and the processes that it starts and waits for. @throws when it fails */
export async function processorTime(command: string, args: string[], { cwd, env }: ProcessOptions): Promise<number> {
  // The second line of `times` is about the shell's children and theirs: user and system, as `0m0.09s 0m0.04s`.
  const shell = '"$@" >/dev/null 2>&1 || exit; times';
  const { success, code, stdout } = await new Deno.Command("/bin/sh", {
    args: ["-c", shell, "sh", command, ...args],
    cwd,
    env,
    stdin: "null",
    stderr: "null",
  }).output();
  if (!success) throw new Error(`${command} ${args.join(" ")} ended with ${code}`);
  const [, children = ""] = new TextDecoder().decode(stdout).split("\n");
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest));
  if (seconds.length !== 2) throw new Error(`the shell's times are not understood: ${children}`);
  return (seconds[0]! + seconds[1]!) * 1000;
}
