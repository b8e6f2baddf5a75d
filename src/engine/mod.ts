/**
 * The engine: builds what a config describes and drives it.
 * @module
 */

export { Builder } from "./builder.ts";
export { checkConfig, type Problem } from "./check.ts";
export { Host, type HostOptions, type OwnShared } from "./host.ts";
export { LeasedProvider, LeasedTooling } from "./leased.ts";
export { permissionsOf } from "./permissions.ts";
export { Registries } from "./registries.ts";
export { AgentsFailedError, loopAgents, runAgents, type RunOptions } from "./run.ts";
export { composeSchema } from "./schema.ts";
export { Scripts } from "./scripts.ts";
export { ownVariant } from "./own_variant.ts";
export { Shutdown } from "./shutdown.ts";
export { loopAgentsTraced, runAgentsTraced } from "./traced.ts";
export { TraceLaggedError } from "./trace_stream.ts";
export { type IterationEnd, Supervisor, type SupervisorOptions } from "./supervisor.ts";
export { absentRuntimes, releaseName, type Variant, type VariantName } from "./variant.ts";
export { MissingFolderError, Watcher } from "./watcher.ts";
