/**
 * `omw run`: every agent once; `omw loop`: every agent again and again. They differ in the engine's function alone.
 * @module
 */

import { DEFAULT_MEMORY_MB } from "../runtime/defaults.ts";
import { spawnBrain, type SpawnedBrain } from "../runtime/spawn_brain.ts";
import type { Invocation } from "./options.ts";

/** Runs the agents until all of them have ended; resolves with the exit code. */
export function run(invocation: Invocation): Promise<number> {
  return startAgents(invocation, "runAgents");
}

/** Runs the agents until a signal asks for the end; resolves with the exit code. */
export function loop(invocation: Invocation): Promise<number> {
  return startAgents(invocation, "loopAgents");
}

/**
 * Starts a brain process, on another core, before this one loads the engine and the config: either takes as long as the other. A brain
 * with another memory cap than the usual one discards it (design §2).
 */
async function startAgents(invocation: Invocation, drive: "runAgents" | "loopAgents"): Promise<number> {
  const spare = spareBrain();
  const { driveAgents } = await import(import.meta.resolve("./agents.ts")) as typeof import("./agents.ts");
  return await driveAgents(invocation, drive, spare);
}

/** A process to spare, or none: whoever needs one then starts it, and says what is wrong. */
export function spareBrain(): SpawnedBrain | undefined {
  try {
    return spawnBrain(DEFAULT_MEMORY_MB);
  } catch {
    return undefined;
  }
}
