/**
 * Follows a changed config while agents run (design §8): what changed is rebuilt alone, the rest keeps running.
 * @module
 */

import { getLogger } from "@logtape/logtape";
import { type AgentConfig, type Config, type LoadedConfig, plainParams } from "../config/mod.ts";
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
  removed: string[];
  /** Agents whose entry or runtime changed: they are to be reloaded. */
  changed: Supervisor[];
}

/**
 * Makes `host` follow `next`. All that changed is built before anything is touched, so a config that cannot be used changes nothing.
 * @throws {ConfigError} that says why it cannot be used
 */
export async function reconfigure(
  host: Host,
  now: LoadedConfig,
  next: LoadedConfig,
  registries: Registries,
): Promise<Reconfigured> {
  await registries.prepare(next.config);
  const builder = new Builder(next, registries);
  const providers = changedEntries(now.config.providers, next.config.providers);
  const toolings = changedEntries(now.config.tooling, next.config.tooling);
  const newProviders = providers.built.map((name) => [name, new LeasedProvider(builder.provider(name))] as const);
  const newToolings = toolings.built.map((name) => [name, new LeasedTooling(name, builder.tooling(name))] as const);
  if (text(now.config.endpoint) !== text(next.config.endpoint)) builder.endpoint();
  const agents: { config: AgentConfig; runtime: Runtime; script: string }[] = [];
  for (const config of next.config.agents) {
    if (sameAgent(now.config, next.config, config)) continue;
    agents.push({ config, runtime: builder.runtime(config), script: await builder.script(config) });
  }

  // From here on nothing can fail.
  const { shared } = host;
  replace(shared.providers, newProviders, providers.gone);
  replace(shared.toolings, newToolings, toolings.gone);
  for (const [, backend] of [...newProviders, ...newToolings]) backend.attachTrace(shared.trace);
  shared.tunables = next.config.tunables;
  if (text(now.config.endpoint) !== text(next.config.endpoint)) {
    log.warn("endpoint changed: it takes effect at the next start of omw");
  }
  const result: Reconfigured = { added: [], removed: [], changed: [] };
  for (const { config, runtime, script } of agents) {
    const running = host.supervisors.get(config.name);
    if (running === undefined) {
      result.added.push(host.addAgent(config, next, builder, script));
    } else {
      running.reconfigure(config, runtime, script);
      result.changed.push(running);
    }
  }
  for (const [name, supervisor] of host.supervisors) {
    if (!next.config.agents.some((agent) => agent.name === name)) {
      supervisor.stop("shutdown");
      result.removed.push(name);
      continue;
    }
    seed(supervisor, next.config);
    supervisor.run?.rename();
  }
  return result;
}

/** Seeds only what is new to the agent: what it remembers is its own. */
function seed({ agent }: Supervisor, { memory }: Config): void {
  for (const [key, value] of memory.get(agent.name) ?? []) {
    if (agent.memory.get(key) === undefined) agent.memory.set(key, value);
  }
}

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
