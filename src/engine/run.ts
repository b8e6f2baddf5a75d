/**
 * `run` and `loop` (facts §4.3, §4.4).
 * @module
 */

import { getLogger, logInstalled } from "../protocol/log.ts";
import type { LoadedConfig } from "../config/mod.ts";
import { errorChain, type TraceHub } from "../host/mod.ts";
import type { BrainPool } from "../runtime/mod.ts";
import { Crew } from "./crew.ts";
import { Host } from "./host.ts";
import type { Registries } from "./registries.ts";
import type { Shutdown } from "./shutdown.ts";
import type { Supervisor } from "./supervisor.ts";

/** How agents are run. */
export interface RunOptions {
  /** Restart an agent when its brain's file changes, and follow the config. */
  watch: boolean;
  /** Ends everything when it is requested. */
  shutdown: Shutdown;
  /** Hears every call and every event. */
  trace?: TraceHub;
  /** Brain processes that were started ahead. */
  pool?: BrainPool;
  /** Reads the config again after it changed; absent: the config is not followed. */
  reread?(): Promise<LoadedConfig>;
  /** Everything is up, at the start and after each change of the config: the endpoint listens, and the agents are started. */
  ready?(): void;
  /** The config changed and is being read again; `ready` follows, whatever comes of it. */
  reloading?(): void;
}

/** Some agents failed; their own errors are told in its message. */
export class AgentsFailedError extends Error {
  /** Always `AgentsFailedError`. */
  override readonly name = "AgentsFailedError";
  /** What each of them failed with. */
  readonly errors: readonly unknown[];

  /** An error over those of the agents, by name. */
  constructor(failures: ReadonlyMap<string, unknown>) {
    const told = [...failures].map(([agent, error]) => `${agent}: ${errorChain(error)}`);
    super(`${failures.size === 1 ? "1 agent run" : `${failures.size} agent runs`} failed: ${told.join("; ")}`);
    this.errors = [...failures.values()];
  }
}

const log = getLogger(["omw", "engine"]);

/**
 * Runs every agent once; resolves when all have ended.
 * @throws {ConfigError} when something cannot be built
 * @throws {AgentsFailedError} when agents failed, unless a shutdown was requested
 */
export async function runAgents(loaded: LoadedConfig, registries: Registries, options: RunOptions): Promise<void> {
  const failures = await drive(loaded, registries, options, async (supervisor) => {
    await supervisor.once();
    // No run comes after this one that could go on with its sessions: their clients are not to wait for it.
    const { agent } = supervisor;
    agent.shared.endpoint?.runEnded(agent, "the agent has ended");
  });
  if (options.shutdown.requested) log.info("shutdown requested, exiting gracefully");
  else if (failures.size > 0) throw new AgentsFailedError(failures);
}

/**
 * Runs every agent again and again until a shutdown is requested.
 * @throws {ConfigError} when something cannot be built
 */
export async function loopAgents(loaded: LoadedConfig, registries: Registries, options: RunOptions): Promise<void> {
  await drive(loaded, registries, options, (supervisor) => supervisor.loop());
}

async function drive(
  loaded: LoadedConfig,
  registries: Registries,
  options: RunOptions,
  life: (supervisor: Supervisor) => Promise<void>,
): Promise<Map<string, unknown>> {
  if (!logInstalled()) {
    (await import(import.meta.resolve("./embedded_log.ts")) as typeof import("./embedded_log.ts")).installEmbeddedLog();
  }
  let host: Host;
  try {
    host = await Host.build(loaded, registries, options);
  } catch (error) {
    await options.pool?.close();
    throw error;
  }
  const stop = () => host.stop("shutdown");
  options.shutdown.signal.addEventListener("abort", stop, { once: true });
  const crew = new Crew(life);
  const reloader = options.watch
    ? (await import(import.meta.resolve("./watching.ts")) as typeof import("./watching.ts")).watching(
      host,
      crew,
      loaded,
      registries,
      options,
    )
    : undefined;
  try {
    await host.start();
    await reloader?.start();
    if (options.shutdown.requested) stop();
    for (const supervisor of host.supervisors.values()) crew.add(supervisor);
    options.ready?.();
    await crew.ended();
    return crew.failures;
  } finally {
    options.shutdown.signal.removeEventListener("abort", stop);
    await reloader?.close();
    await host.close();
  }
}
