/**
 * `run` and `loop` (facts §4.3, §4.4).
 * @module
 */

import { getLogger } from "@logtape/logtape";
import type { LoadedConfig } from "../config/mod.ts";
import { errorChain, type TraceHub } from "../host/mod.ts";
import type { BrainPool } from "../runtime/mod.ts";
import { Host } from "./host.ts";
import type { Registries } from "./registries.ts";
import type { Shutdown } from "./shutdown.ts";

/** How agents are run. */
export interface RunOptions {
  /** Restart an agent when its brain's file changes. */
  watch: boolean;
  /** Ends everything when it is requested. */
  shutdown: Shutdown;
  /** Hears every call and every event. */
  trace?: TraceHub;
  /** Brain processes that were started ahead. */
  pool?: BrainPool;
}

const log = getLogger(["omw", "engine"]);

/**
 * Runs every agent once; resolves when all have ended.
 * @throws {ConfigError} when something cannot be built
 * @throws {Error} that lists the agents that failed, unless a shutdown was requested
 */
export async function runAgents(loaded: LoadedConfig, registries: Registries, options: RunOptions): Promise<void> {
  const failures = await drive(loaded, registries, options, async (host) => {
    const all = [...host.supervisors.values()];
    const ends = await Promise.allSettled(all.map((supervisor) => supervisor.once()));
    return ends.flatMap((end, i) =>
      end.status === "rejected" ? [{ agent: all[i]!.agent.name, error: end.reason as unknown }] : []
    );
  });
  if (options.shutdown.requested) log.info("shutdown requested, exiting gracefully");
  else if (failures.length > 0) throw failed(failures);
}

/**
 * Runs every agent again and again until a shutdown is requested.
 * @throws {ConfigError} when something cannot be built
 */
export async function loopAgents(loaded: LoadedConfig, registries: Registries, options: RunOptions): Promise<void> {
  await drive(loaded, registries, options, async (host) => {
    await Promise.all([...host.supervisors.values()].map((supervisor) => supervisor.loop()));
    return [];
  });
}

interface Failure {
  agent: string;
  error: unknown;
}

async function drive(
  loaded: LoadedConfig,
  registries: Registries,
  options: RunOptions,
  run: (host: Host) => Promise<Failure[]>,
): Promise<Failure[]> {
  let host: Host;
  try {
    host = await Host.build(loaded, registries, options);
  } catch (error) {
    await options.pool?.close();
    throw error;
  }
  const stop = () => host.stop("shutdown");
  options.shutdown.signal.addEventListener("abort", stop, { once: true });
  try {
    await host.start();
    if (options.shutdown.requested) stop();
    return await run(host);
  } finally {
    options.shutdown.signal.removeEventListener("abort", stop);
    await host.close();
  }
}

function failed(failures: Failure[]): Error {
  const told = failures.map(({ agent, error }) => `${agent}: ${errorChain(error)}`);
  const count = failures.length === 1 ? "1 agent run" : `${failures.length} agent runs`;
  // The texts hold their causes already; the first one is kept for the stack trace of --verbose.
  return new AgentsFailedError(`${count} failed: ${told.join("; ")}`, failures.map(({ error }) => error));
}

/** Some agents failed; their own errors are told in its message. */
export class AgentsFailedError extends Error {
  /** Always `AgentsFailedError`. */
  override readonly name = "AgentsFailedError";
  /** What each of them failed with, in the order of the config. */
  readonly errors: readonly unknown[];

  /** An error over those of the agents. */
  constructor(message: string, errors: readonly unknown[]) {
    super(message);
    this.errors = errors;
  }
}
