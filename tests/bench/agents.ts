/**
 * Rows about many agents in one host: nothing may grow with the square of agents or subscriptions.
 * @module
 */

import { Agent, type HostShared, LocalBus, TraceHub } from "../../src/host/mod.ts";
import { defaultTunables, loadConfig } from "../../src/config/mod.ts";
import { Host, Registries } from "../../src/engine/mod.ts";
import { Workspace } from "../support/workspace.ts";
import { median, paired, type Row } from "./row.ts";

/** Milliseconds for `agents` agents that all subscribe to `each` others and send to them, on the bus alone. */
function busWork(agents: number, each: number): number {
  const shared: HostShared = {
    providers: new Map(),
    toolings: new Map(),
    bus: new LocalBus(),
    trace: new TraceHub(),
    tunables: defaultTunables(),
  };
  const all = Array.from({ length: agents }, (_, i) => new Agent(`agent-${i}`, shared, []));
  const started = performance.now();
  for (const agent of all) {
    for (let k = 1; k <= each; k++) {
      shared.bus.subscribe(agent.name, `agent-${(Number(agent.name.slice(6)) + k) % agents}`, crypto.randomUUID());
    }
  }
  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < agents; i++) {
      for (let k = 1; k <= each; k++) shared.bus.send(`agent-${(i + k) % agents}`, `agent-${i}`, "hello");
      for (let entry = all[i]!.inbox.take(); entry; entry = all[i]!.inbox.take()) all[i]!.inbox.settle(entry.n);
    }
  }
  return performance.now() - started;
}

/** Milliseconds of a host with so many agents, each of which starts, hears itself once and ends. */
async function wholeHost(agents: number): Promise<number> {
  const files: Record<string, string> = {
    "a.js": `const me = omw.host.whoami(); omw.host.subscribeAgent(me); omw.host.sendAgent(me, "hi"); omw.host.recv(); undefined`,
  };
  let config = `[runtime.js]\nkind = "js"\nmax_memory_mb = 64\n`;
  for (let i = 0; i < agents; i++) config += `[[agents]]\nname = "a${i}"\nruntime = "js"\nscript = "a.js"\n`;
  await using dir = await Workspace.with({ ...files, "omw.toml": config });
  const loaded = await loadConfig({ path: dir.path("omw.toml"), env: {}, cwd: dir.dir });
  const started = performance.now();
  const host = await Host.build(loaded, Registries.builtin(), { watch: false });
  await Promise.all([...host.supervisors.values()].map((supervisor) => supervisor.once()));
  const took = performance.now() - started;
  await host.close();
  return took;
}

/** The rows. */
export async function agentsBench(): Promise<Row[]> {
  const ratios: number[] = [];
  for (let i = 0; i < 5; i++) ratios.push(busWork(2000, 10) / (4 * busWork(500, 10)));
  const host = await paired(1, () => wholeHost(200), () => wholeHost(50));
  return [
    { name: "bus, per agent and subscription: 2,000 agents : 500", ratio: median(ratios), bound: 1.6 },
    {
      name: "whole host, per agent: 200 agents : 50",
      ratio: host.ratio / 4,
      bound: 1.5,
      note: `${(host.ours / 200).toFixed(0)} ms : ${(host.calibration / 50).toFixed(0)} ms an agent`,
    },
  ];
}
