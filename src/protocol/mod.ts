/**
 * The types that every room shares: messages, events, back ends, the trace, and the frames between the two processes.
 * @module
 */

export * from "./backends.ts";
export * from "./calls.ts";
export type { Check } from "./check.ts";
export * from "./frames.ts";
export * from "./log.ts";
export * from "./model.ts";
export * from "./trace.ts";
export * from "./version.ts";
export * from "./wasi.ts";
