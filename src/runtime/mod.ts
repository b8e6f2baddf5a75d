/**
 * Runtimes: how an agent's brain is loaded and driven (docs, "The runtime interface"). The kinds are not in here: each is loaded from its
 * own file when a config names it.
 * @module
 */

export { BrainPool } from "./brain_pool.ts";
export { BrainProcess, type FrameListener } from "./brain_process.ts";
export { BrainRun, type RunEnd, type RunOptions } from "./brain_run.ts";
export { DEFAULT_MEMORY_MB } from "./defaults.ts";
export type { ComponentCode, Program, RunBroker, Runtime } from "./program.ts";
export type { RuntimeBuild, RuntimeFactory } from "./runtime.ts";
export { type BrainCommand } from "./brain_command.ts";
export { spawnBrain, type SpawnedBrain } from "./spawn_brain.ts";
