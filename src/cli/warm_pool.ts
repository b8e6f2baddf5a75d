/**
 * A brain process that is started before anything is known of the config.
 * @module
 */

import { BrainPool } from "../runtime/brain_pool.ts";

/** The usual memory cap of a brain, in MB: the runtimes' default, written here again because their schemas take 20 ms to load. */
export const USUAL_MEMORY_MB = 512;

/**
 * A pool whose first process is starting, on another core, while this one loads the engine and the config. A brain with another memory
 * cap discards it (design §2). The file is imported for itself: the room's entry would load all of it first.
 */
export function warmPool(): BrainPool {
  const pool = new BrainPool();
  pool.warmUp(USUAL_MEMORY_MB);
  return pool;
}
