/**
 * Rows about scripts, ours beside the reference's interpreter components in the same host (issue "Brains in any language", Bounds).
 * @module
 */

import { fileURLToPath } from "node:url";
import { loadConfig } from "../../src/config/mod.ts";
import { Host, Registries } from "../../src/engine/mod.ts";
import { referenceComponents } from "../support/components.ts";
import { childrenOf } from "../support/process_tree.ts";
import { Workspace } from "../support/workspace.ts";
import { paired, type Row } from "./row.ts";

const LAUNCHER = fileURLToPath(new URL("../../bin/omw", import.meta.url));
const ID = "00000000-0000-4000-8000-000000000000";
const EVENTS = 30_000;

const RECEIVE = `
omw::host::recv();
let used = 0;
for i in 0..${EVENTS} { used += omw::host::recv().payload.content.len(); }
used`;

/** Arithmetic, calls and objects, timed by the brain's own clock; what is computed must not be optimised away. */
const COMPUTE = `
function mix(a, b) { return (a * 31 + b) % 65537; }
const begun = Date.now();
let at = { x: 1, y: 2 }, loops = 0;
do {
  for (let i = 0; i < 1000; i++) at = { x: mix(at.x, i), y: mix(at.y, at.x) };
  loops++;
} while (Date.now() - begun < 400);
String(loops / (Date.now() - begun)) + " " + (at.x > 70000)`;

/** A host with one agent `a` of this kind on this script. */
async function host(kind: string, interpreter: string | undefined, script: string): Promise<{ host: Host; dir: Workspace }> {
  const line = interpreter === undefined ? "" : `interpreter = ${JSON.stringify(interpreter)}\n`;
  const dir = await Workspace.with({
    "omw.toml": `[runtime.r]\nkind = "${kind}"\n${line}[[agents]]\nname = "a"\nruntime = "r"\nscript = "brain"\n`,
    "brain": script,
  });
  const loaded = await loadConfig({ path: dir.path("omw.toml"), env: {}, cwd: dir.dir });
  return { host: await Host.build(loaded, Registries.builtin(), { watch: false }), dir };
}

async function terminal(host: Host): Promise<string> {
  const end = await host.supervisors.get("a")!.once();
  if (end.kind !== "exited") throw new Error(`the brain was to exit with a message, it ${end.kind}`);
  return end.message;
}

/**
 * Milliseconds of processor time that the brain's process takes for the events of a rhai brain. Not the clock's: the host is the same
 * for both, and what else the machine does would be most of what is seen.
 */
async function received(interpreter?: string): Promise<number> {
  const { host: at, dir } = await host("rhai", interpreter, RECEIVE);
  const { agent } = at.supervisors.get("a")!;
  const running = terminal(at);
  // The first event shows that the brain is up; it is not counted.
  agent.inbox.put(ID, { kind: "timer" });
  while (agent.inbox.size > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const before = await processorTimeBelow();
  for (let i = 0; i < EVENTS; i++) {
    agent.inbox.put(ID, { kind: "chat-delta", payload: { content: `token ${i} `, tool_calls: [] } });
  }
  await running;
  const took = await processorTimeBelow() - before;
  await at.close();
  await dir[Symbol.asyncDispose]();
  return took;
}

/** The processor time of all living processes below this one, in ms (`proc_pid_stat(5)`: ticks of 10 ms). */
async function processorTimeBelow(): Promise<number> {
  let ticks = 0;
  for (const pid of await childrenOf(Deno.pid)) {
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks * 10;
}

/** Milliseconds that a js brain takes for one unit of work. */
async function computed(interpreter?: string): Promise<number> {
  const { host: at, dir } = await host("js", interpreter, COMPUTE);
  const perMs = Number((await terminal(at)).split(" ")[0]);
  await at.close();
  await dir[Symbol.asyncDispose]();
  return 1 / perMs;
}

/** Milliseconds of a whole `omw run`, with a cache of components that is empty. */
async function started(kind: "js" | "rhai"): Promise<number> {
  await using dir = await Workspace.with({
    "omw.toml": `[runtime.r]\nkind = "${kind}"\n[[agents]]\nname = "a"\nruntime = "r"\nscript = "brain"\n`,
    "brain": `"hello"`,
  });
  const cache = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`}/deno`;
  const begun = performance.now();
  const { success } = await new Deno.Command(LAUNCHER, {
    args: ["run"],
    cwd: dir.dir,
    env: { DENO_DIR: cache, XDG_CACHE_HOME: dir.path("cache") },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  if (!success) throw new Error(`omw run of a ${kind} brain failed`);
  return performance.now() - begun;
}

/** The rows; those against the reference need its components. */
export async function rhaiBench(): Promise<Row[]> {
  const start = await paired(7, () => started("rhai"), () => started("js"));
  const rows: Row[] = [{
    name: "omw run of a rhai brain, no component cached : of a js brain",
    ratio: start.ratio,
    bound: 2.5,
    note: `${start.ours.toFixed(0)} ms : ${start.calibration.toFixed(0)} ms`,
  }];
  const found = await referenceComponents();
  if ("missing" in found) return rows;
  const component = (kind: string) => `${found.folder}/omw-wasm-${kind}-interpreter.component.wasm`;
  const receive = await paired(3, () => received(component("rhai")), () => received());
  const compute = await paired(3, () => computed(component("js")), () => computed());
  const perEvent = (ms: number) => `${(ms / EVENTS * 1000).toFixed(1)} µs`;
  return [
    ...rows,
    {
      name: "rhai recv loop: the reference's interpreter : omw's",
      ratio: receive.ratio,
      least: 5,
      note: `${perEvent(receive.ours)} : ${perEvent(receive.calibration)} of processor time an event`,
    },
    {
      name: "js compute: the reference's interpreter : V8",
      ratio: compute.ratio,
      least: 40,
      note: `${(compute.ours * 1000).toFixed(0)} µs : ${(compute.calibration * 1000).toFixed(1)} µs for 1,000 steps`,
    },
  ];
}
