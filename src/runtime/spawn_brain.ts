/**
 * Starting a brain process, and nothing of what drives it: what has to be loaded for this is little, so that a command can start a process
 * before it loads anything else.
 * @module
 */

import { type BrainCommand, brainCommand } from "./brain_command.ts";

/** A process that nobody drives yet. */
export interface SpawnedBrain {
  /** The process, all of its pipes open. */
  readonly child: Deno.ChildProcess;
  /** Its memory cap in MB. */
  readonly capMb: number;
}

/**
 * Starts a process.
 * @param capMb its memory cap in MB
 * @param start how it is started; a test may start something that behaves badly
 * @throws when the system cannot start one
 */
export function spawnBrain(capMb: number, start: BrainCommand = brainCommand(capMb)): SpawnedBrain {
  const { command, args, env } = start;
  const child = new Deno.Command(command, {
    args,
    env,
    clearEnv: true,
    cwd: "/",
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  return { child, capMb };
}
