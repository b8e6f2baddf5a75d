/**
 * `run` and `loop` (facts §4.3, §4.4).
 * @module
 */

import { getLogger } from "@logtape/logtape";
import type { LoadedConfig } from "../config/mod.ts";
import { errorChain, type TraceHub } from "../host/mod.ts";
import type { BrainPool } from "../runtime/mod.ts";
import { Host } from "./host.ts";
import { reconfigure } from "./reconfigure.ts";
import type { Registries } from "./registries.ts";
import { Reloader } from "./reloader.ts";
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
  /** Everything is up: the endpoint listens, and the agents are about to start. */
  ready?(): void;
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
  const reloader = options.watch ? follow(host, crew, loaded, registries, options) : undefined;
  try {
    await host.start();
    await reloader?.start();
    if (options.shutdown.requested) stop();
    options.ready?.();
    for (const supervisor of host.supervisors.values()) crew.add(supervisor);
    await crew.ended();
    return crew.failures;
  } finally {
    options.shutdown.signal.removeEventListener("abort", stop);
    await reloader?.close();
    await host.close();
  }
}

function follow(host: Host, crew: Crew, loaded: LoadedConfig, registries: Registries, options: RunOptions): Reloader {
  let now = loaded;
  const configChanged = async () => {
    try {
      const next = await options.reread!();
      const { added, removed, changed } = await reconfigure(host, now, next, registries);
      now = next;
      log.info("configuration reloaded", {
        added: added.map(({ agent }) => agent.name),
        removed,
        changed: changed.map(({ agent }) => agent.name),
      });
      for (const supervisor of added) crew.add(supervisor);
      for (const supervisor of changed) void supervisor.reload();
      for (const name of removed) crew.whenEnded(name, () => host.removeAgent(name));
      await reloader.refresh();
    } catch (error) {
      log.warn("changed configuration rejected, keeping the old one", { error: errorChain(error) });
    }
  };
  const reloader = new Reloader({
    debounceMs: loaded.config.tunables.watch_debounce_ms,
    config: options.reread && loaded.path,
    supervisors: () => host.supervisors.values(),
    configChanged,
  });
  return reloader;
}

/** The agents that are being driven; more may join while others run. */
class Crew {
  /** What agents failed with, by name, in the order of their ends. */
  readonly failures = new Map<string, unknown>();
  readonly #life: (supervisor: Supervisor) => Promise<void>;
  readonly #running = new Map<string, Promise<void>>();

  constructor(life: (supervisor: Supervisor) => Promise<void>) {
    this.#life = life;
  }

  add(supervisor: Supervisor): void {
    const { name } = supervisor.agent;
    const running = this.#life(supervisor).catch((error) => {
      this.failures.set(name, error);
    }).then(() => {
      this.#running.delete(name);
    });
    this.#running.set(name, running);
  }

  whenEnded(name: string, then: () => void): void {
    (this.#running.get(name) ?? Promise.resolve()).then(then);
  }

  /** Resolves when nobody runs any more. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }
}
