/**
 * `deno task bench`: prints every row and exits 1 on a miss. Words after the task's name choose the groups.
 * @module
 */

import type { Row } from "./row.ts";

const groups: Record<string, () => Promise<Row[]>> = {
  sse: async () => (await import("./sse.ts")).sseBench(),
  brain: async () => (await import("./brain.ts")).brainBench(),
  agents: async () => (await import("./agents.ts")).agentsBench(),
  endpoint: async () => (await import("./endpoint.ts")).endpointBench(),
  startup: async () => (await import("./startup.ts")).startupBench(),
  compiled: async () => (await import("./compiled.ts")).compiledBench(),
  broker: async () => (await import("./broker.ts")).brokerBench(),
  component: async () => (await import("./component.ts")).componentBench(),
  rhai: async () => (await import("./rhai.ts")).rhaiBench(),
  testing: async () => (await import("./testing.ts")).testingBench(),
};

const wanted = Deno.args.length > 0 ? Deno.args : Object.keys(groups);
const encoder = new TextEncoder();
let misses = 0;
for (const name of wanted) {
  const group = groups[name];
  if (group === undefined) throw new Error(`no benchmark is called ${name}: there are ${Object.keys(groups).join(", ")}`);
  for (const row of await group()) {
    const held = row.least === undefined ? row.ratio <= row.bound! : row.ratio >= row.least;
    if (!held) misses++;
    const bound = row.least === undefined ? `≤ ${row.bound}` : `≥ ${row.least}`;
    const line = `${held ? "ok  " : "MISS"} ${row.ratio.toFixed(2).padStart(7)} (${bound})  ${row.name}${
      row.note ? `  [${row.note}]` : ""
    }\n`;
    Deno.stdout.writeSync(encoder.encode(line));
  }
}
if (misses > 0) {
  Deno.stdout.writeSync(encoder.encode(`${misses} missed\n`));
  Deno.exit(1);
}
