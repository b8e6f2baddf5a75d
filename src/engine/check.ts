/**
 * `omw check`: everything that a start would refuse, without starting anything.
 * @module
 */

import type { AgentConfig, LoadedConfig } from "../config/mod.ts";
import { Agent, errorChain, LocalBus, reaper, TraceHub } from "../host/mod.ts";
import { BrainPool } from "../runtime/mod.ts";
import { Builder } from "./builder.ts";
import type { Registries } from "./registries.ts";
import { Supervisor } from "./supervisor.ts";

/** What is wrong with a config, in one line. */
export interface Problem {
  /** It keeps omw from starting (`error`), or is only odd (`warning`). */
  severity: "error" | "warning";
  /** What it is; it names the config path or the file. */
  message: string;
}

/**
 * Builds every part of a config on its own and loads every brain, so that all faults are told at once. Nothing is connected and no brain
 * runs; only an interpreter component is asked whether its script is sound, in a process of its own.
 */
export async function checkConfig(loaded: LoadedConfig, registries: Registries): Promise<Problem[]> {
  await registries.prepare(loaded.config);
  const problems: Problem[] = [];
  const warned = new Set<string>();
  const build = new Builder(loaded, registries, (message) => {
    if (!warned.has(message)) problems.push({ severity: "warning", message });
    warned.add(message);
  });
  const attempt = async (work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      const message = errorChain(error);
      if (!problems.some((other) => other.message === message)) problems.push({ severity: "error", message });
    }
  };
  const { config } = loaded;
  for (const name of config.providers.keys()) await attempt(() => build.provider(name).close?.());
  for (const name of config.tooling.keys()) await attempt(() => build.tooling(name).close());
  await attempt(() => build.endpoint());
  for (const name of config.runtime.keys()) await attempt(() => build.runtime({ name: "", runtime: name, script: "" }));
  const pool = new BrainPool();
  for (const agent of config.agents) await attempt(() => checkBrain(build, pool, agent, loaded));
  await pool.close();
  await reaper.close();
  return problems;
}

async function checkBrain(build: Builder, pool: BrainPool, config: AgentConfig, loaded: LoadedConfig): Promise<void> {
  const script = await build.script(config);
  const shared = {
    providers: new Map(),
    toolings: new Map(),
    bus: new LocalBus(),
    trace: new TraceHub(),
    tunables: loaded.config.tunables,
  };
  const agent = new Agent(config.name, shared, []);
  await new Supervisor(agent, config, await build.runtime(config), script, { pool, watch: false }).check();
}
