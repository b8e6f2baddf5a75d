/**
 * Runtimes: how an agent's brain is loaded and driven (docs, "The runtime interface").
 * @module
 */

export { BrainPool } from "./brain_pool.ts";
export { BrainProcess, type FrameListener } from "./brain_process.ts";
export { BrainRun, type RunEnd, type RunOptions } from "./brain_run.ts";
export { jsRuntime } from "./js.ts";
export { DEFAULT_MEMORY_MB } from "./defaults.ts";
export type { Program, Runtime } from "./program.ts";
export { rhaiRuntime } from "./rhai.ts";
export type { RuntimeBuild, RuntimeFactory } from "./runtime.ts";
export { type BrainCommand } from "./brain_command.ts";
export { spawnBrain, type SpawnedBrain } from "./spawn_brain.ts";
export { wasmRuntime } from "./wasm.ts";
