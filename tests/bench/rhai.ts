/**
 * Rows about scripts, ours beside the reference's interpreter components in the same host (issue "Brains in any language", Bounds).
 * @module
 */

import { referenceComponents } from "../support/components.ts";
import { denoFolder } from "../support/deno_folder.ts";
import { childrenOf } from "../support/process_tree.ts";
import { Workspace } from "../support/workspace.ts";
import { ID, LoneAgent } from "./lone_agent.ts";
import { paired, type Row, skippedRow, timesRow } from "./row.ts";
import { HELLO, LAUNCHER, ONE_AGENT, wholeProcess } from "./whole_process.ts";

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

/** The runtime entry's keys for a kind, on an interpreter of one's own if one is given. */
function runtime(kind: string, interpreter: string | undefined): string {
  return `kind = "${kind}"\n${interpreter === undefined ? "" : `interpreter = ${JSON.stringify(interpreter)}`}`;
}

/**
 * Milliseconds of processor time that the brain's process takes for the events of a rhai brain. Not the clock's: the host is the same
 * for both, and what else the machine does would be most of what is seen.
 */
async function received(interpreter?: string): Promise<number> {
  await using agent = await LoneAgent.with(RECEIVE, runtime("rhai", interpreter));
  const running = agent.run();
  await agent.up();
  const before = await processorTimeBelow();
  for (let i = 0; i < EVENTS; i++) {
    agent.inbox.put(ID, { kind: "chat-delta", payload: { content: `token ${i} `, tool_calls: [] } });
  }
  await running;
  return await processorTimeBelow() - before;
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
  await using agent = await LoneAgent.with(COMPUTE, runtime("js", interpreter));
  return 1 / Number((await agent.run()).split(" ")[0]);
}

/** Milliseconds of a whole `omw run`, with a cache of components that is empty. */
async function started(kind: "js" | "rhai"): Promise<number> {
  await using dir = await Workspace.with({ ...HELLO, "omw.toml": ONE_AGENT.replace(`kind = "js"`, `kind = "${kind}"`) });
  const env = { DENO_DIR: denoFolder(), XDG_CACHE_HOME: dir.path("cache") };
  return await wholeProcess(LAUNCHER, ["run"], { cwd: dir.dir, env });
}

/** The rows; those against the reference need its components. */
export async function rhaiBench(): Promise<Row[]> {
  const start = await paired(7, () => started("rhai"), () => started("js"));
  const rows: Row[] = [timesRow("omw run of a rhai brain, no component cached : of a js brain", 2.5, start)];
  const found = await referenceComponents();
  if ("missing" in found) return [...rows, skippedRow("scripts on the reference's interpreters", found.missing)];
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
