/**
 * What a changed config means for agents that run (design §8): what changed is rebuilt alone, the rest keeps running.
 * @module
 */

import { getLogger } from "../protocol/log.ts";
import { type AgentConfig, type Config, type LoadedConfig, plainParams } from "../config/mod.ts";
import { AgentMemory, errorChain } from "../host/mod.ts";
import { sortedJson } from "../pure/json.ts";
import type { Runtime } from "../runtime/mod.ts";
import { Builder } from "./builder.ts";
import type { Host } from "./host.ts";
import { LeasedProvider, LeasedTooling } from "./leased.ts";
import type { Registries } from "./registries.ts";
import type { Supervisor } from "./supervisor.ts";

const log = getLogger(["omw", "engine"]);

/** What came of a changed config. */
export interface Reconfigured {
  /** Agents that are new: they are to be run. */
  added: Supervisor[];
  /** Agents that are gone: they were asked to stop, and are to be forgotten once they have ended. */
  removed: Supervisor[];
  /** Agents whose entry or runtime changed: they are to be reloaded. */
  changed: Supervisor[];
}

/** A change that can be made. */
export interface PlannedChange {
  /** Makes it, at once and without fail. */
  apply(): Reconfigured;
}

interface AgentChange {
  config: AgentConfig;
  runtime: Runtime;
  script: string;
}

/**
 * Finds out how `host` is to follow `next`, and builds all that is new, so that a config that cannot be used changes nothing.
 * @throws {ConfigError} that says why it cannot be used
 */
export async function planChange(
  host: Host,
  now: LoadedConfig,
  next: LoadedConfig,
  registries: Registries,
): Promise<PlannedChange> {
  await registries.prepare(next.config);
  const builder = new Builder(next, registries);
  const providers = changedEntries(now.config.providers, next.config.providers);
  const toolings = changedEntries(now.config.tooling, next.config.tooling);
  const newProviders = providers.built.map((name) => [name, new LeasedProvider(builder.provider(name))] as const);
  const newToolings = toolings.built.map((name) => [name, new LeasedTooling(name, builder.tooling(name))] as const);
  const endpointChanged = text(now.config.endpoint) !== text(next.config.endpoint);
  if (endpointChanged) builder.endpoint();
  const agents: AgentChange[] = [];
  for (const config of next.config.agents) {
    if (sameAgent(now.config, next.config, config)) continue;
    agents.push({ config, runtime: await builder.runtime(config), script: await builder.script(config) });
    // Of a new agent, what does not fit into its memory would be found out too late.
    new AgentMemory(config.name, next.config.memory.get(config.name));
  }
  return {
    apply() {
      const { shared } = host;
      replace(shared.providers, newProviders, providers.gone);
      replace(shared.toolings, newToolings, toolings.gone);
      for (const [, backend] of [...newProviders, ...newToolings]) backend.attachTrace(shared.trace);
      shared.tunables = next.config.tunables;
      if (endpointChanged) log.warn("endpoint changed: it takes effect at the next start of omw");
      return changeAgents(host, next.config, agents);
    },
  };
}

function changeAgents(host: Host, next: Config, agents: readonly AgentChange[]): Reconfigured {
  const result: Reconfigured = { added: [], removed: [], changed: [] };
  const wanted = new Set(next.agents.map(({ name }) => name));
  for (const { config, runtime, script } of agents) {
    const running = host.supervisors.get(config.name);
    if (running === undefined) {
      result.added.push(host.addAgent(config, next, runtime, script));
    } else {
      running.reconfigure(config, runtime, script);
      result.changed.push(running);
    }
  }
  for (const [name, supervisor] of host.supervisors) {
    if (wanted.has(name)) {
      supervisor.agent.inbox.bound = next.tunables.inbox_bound;
      seed(supervisor, next);
      supervisor.run?.rename();
    } else if (!supervisor.stopping) {
      supervisor.stop("shutdown");
      result.removed.push(supervisor);
    }
  }
  return result;
}

/** Seeds only what is new to the agent: what it remembers is its own. A live run sees it from its next start on. */
function seed({ agent }: Supervisor, { memory }: Config): void {
  try {
    agent.memory.seed(memory.get(agent.name) ?? []);
  } catch (error) {
    log.warn("memory of the configuration does not fit", { agent: agent.name, error: errorChain(error) });
  }
}

/** Entries are compared as they stand; a relative script means another file when the config itself moved, which it does not. */
function sameAgent(now: Config, next: Config, agent: AgentConfig): boolean {
  const before = now.agents.find(({ name }) => name === agent.name);
  return before !== undefined && text(before) === text(agent) &&
    text(now.runtime.get(before.runtime)) === text(next.runtime.get(agent.runtime));
}

function changedEntries(now: Map<string, unknown>, next: Map<string, unknown>): { built: string[]; gone: string[] } {
  return {
    built: [...next.keys()].filter((name) => !now.has(name) || text(now.get(name)) !== text(next.get(name))),
    gone: [...now.keys()].filter((name) => !next.has(name)),
  };
}

function replace<T extends { retire(): void }>(
  map: Map<string, T>,
  built: readonly (readonly [string, T])[],
  gone: string[],
): void {
  for (const name of gone) {
    map.get(name)?.retire();
    map.delete(name);
  }
  for (const [name, backend] of built) {
    map.get(name)?.retire();
    map.set(name, backend);
  }
}

/** An entry as text, for comparison alone: it may hold secrets. */
function text(entry: unknown): string {
  return entry === undefined ? "" : sortedJson(plainParams(entry));
}
