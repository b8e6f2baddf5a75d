/**
 * omw as a library: what a config describes, run inside a program of your own.
 *
 * ```ts
 * import { loadConfig, Registries, runAgents, Shutdown } from "@omw/omw";
 *
 * const config = await loadConfig({ path: "omw.toml", env: {}, cwd: Deno.cwd() });
 * await runAgents(config, Registries.builtin(), { watch: false, shutdown: new Shutdown() });
 * ```
 * @module
 */

export * from "./config/mod.ts";
export * from "./engine/mod.ts";
export type { Endpoint, EndpointArgs, EndpointFactory } from "./endpoint/mod.ts";
export { TraceHub } from "./host/mod.ts";
export * from "./protocol/mod.ts";
export type { ProviderArgs, ProviderFactory } from "./provider/mod.ts";
export type { ComponentCode, Program, RunBroker, Runtime, RuntimeBuild, RuntimeFactory } from "./runtime/mod.ts";
export * as testing from "./testing/mod.ts";
export type { ToolingArgs, ToolingFactory } from "./tooling/mod.ts";
