/**
 * The first step of `run` and `loop`.
 * @module
 */

import { DEFAULT_MEMORY_MB } from "../runtime/defaults.ts";
import { spawnBrain, type SpawnedBrain } from "../runtime/spawn_brain.ts";
import type { Invocation } from "./options.ts";

/**
 * Starts a brain process, on another core, before this one loads the engine and the config: either takes as long as the other. A brain
 * with another memory cap than the usual one discards it (design §2).
 */
export async function startAgents(invocation: Invocation, drive: "runAgents" | "loopAgents"): Promise<number> {
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
