/**
 * Rows about the endpoint (issue "Serving and changing", Bounds): the whole program with a js brain against a bare `Deno.serve` of the same
 * run, both under the same load from a third process.
 * @module
 */

import { fileURLToPath } from "node:url";
import { answering, QUICK, SERVING, Serving } from "../support/serving.ts";
import { childrenOf } from "../support/process_tree.ts";
import { median, type Row } from "./row.ts";

const SERVER = fileURLToPath(new URL("./endpoint_server.ts", import.meta.url));
const ECHO = fileURLToPath(new URL("./raw_child.ts", import.meta.url));
const LOAD = fileURLToPath(new URL("./endpoint_load.ts", import.meta.url));

// Many short rounds in turn: what else the machine does comes and goes within seconds, and both should see the same of it.
const ROUNDS = 11;
const REQUESTS = 1_000;
const CONNECTIONS = 32;
const PARALLEL_MS = 700;
// As many as a session holds for a client that reads nothing yet: were one dropped, the row would be about nothing.
const DELTAS = 40_000;
const SESSIONS = 50;
const OPEN = 1_000;
const EDITS = 15;

/** Echoes; a streamed reply is of as many deltas as the message says, in turns of 256 over all sessions. */
const BRAIN = `
omw.host.subscribeEndpoint("m");
const open = new Map();
for (;;) {
  for (let event = more() ?? (open.size > 0 ? undefined : next()); event; event = more()) {
    if (event.kind === "endpoint-message") begin(event.payload);
  }
  for (const [session, at] of open) {
    let i = at;
    for (const end = Math.min(at + 256, session.count); i < end; i++) {
      omw.host.streamEndpoint(session.id, { content: "token " + i + " " });
    }
    if (i < session.count) open.set(session, i);
    else {
      omw.host.streamEndpoint(session.id, { finish_reason: "stop" });
      open.delete(session);
    }
  }
}
function more() {
  return open.size > 0 ? omw.host.tryRecv() : undefined;
}
function next() {
  try { return omw.host.recv(); } catch (error) { if (error.message !== "no event available") throw error; }
}
function begin({ session, messages }) {
  const [{ content }] = messages;
  if (content === "0") omw.host.streamEndpoint(session, { content: "" });
  else if (Number(content) > 0) open.set({ id: session, count: Number(content) }, 0);
  else omw.host.streamEndpoint(session, { content, finish_reason: "stop" });
}`;

interface Server extends AsyncDisposable {
  port: number;
  pids(): Promise<number[]>;
}

/** The calibration; given the path of a child it gives its answers through that one's pipes. */
async function bare(child?: string): Promise<Server> {
  const given = child === undefined ? ["--allow-net", SERVER] : ["--allow-net", "--allow-run", SERVER, child];
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-config", "--no-lock", ...given],
    stdout: "piped",
  }).spawn();
  const { value } = await server.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
  return {
    port: Number(value),
    pids: () => Promise.resolve([server.pid]),
    [Symbol.asyncDispose]: async () => {
      server.kill("SIGKILL");
      await server.status;
    },
  };
}

async function ours(): Promise<Server> {
  const toml = SERVING.replace("[runtime.js]", "max_sessions = 4096\n[runtime.js]") + "[tunables]\nsession_buffer = 65536\n";
  const serving = await Serving.serve(["loop"], { "omw.toml": toml, "a.js": BRAIN }, {
    OMW_LOG: "warn,omw::engine=info,omw::host=info",
  });
  return {
    port: serving.port,
    pids: async () => [serving.omw.pid, ...await childrenOf(serving.omw.pid)],
    [Symbol.asyncDispose]: () => serving[Symbol.asyncDispose](),
  };
}

async function load<T>(...args: (string | number)[]): Promise<T> {
  const { stdout, success, stderr } = await loader(args).output();
  if (!success) throw new Error(`the load ${args.join(" ")} failed: ${new TextDecoder().decode(stderr)}`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

function loader(args: (string | number)[]): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-config", "--no-lock", "--allow-net", LOAD, ...args.map(String)],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}

/** The same load on omw, the bare server and `others`, in turn; the first round warms up. */
async function inTurn<T>(
  measure: (server: Server) => Promise<T>,
  others: Server[] = [],
): Promise<{ ours: T; bare: T; others: T[] }[]> {
  await using a = await ours();
  await using b = await bare();
  const found: { ours: T; bare: T; others: T[] }[] = [];
  for (let i = 0; i <= ROUNDS; i++) {
    const round = { bare: await measure(b), ours: await measure(a), others: [] as T[] };
    for (const other of others) round.others.push(await measure(other));
    if (i > 0) found.push(round);
  }
  return found;
}

interface Rate {
  perSecond: number;
}

function perSecond(rows: { ours: Rate; bare: Rate }[]): { ratio: number; note: string } {
  const [a, b] = [median(rows.map((row) => row.ours.perSecond)), median(rows.map((row) => row.bare.perSecond))];
  return {
    ratio: median(rows.map((row) => row.ours.perSecond / row.bare.perSecond)),
    note: `${Math.round(a)}/s : ${Math.round(b)}/s`,
  };
}

async function sequentialRow(): Promise<Row> {
  await using piped = await bare(ECHO);
  const times = await inTurn(async ({ port }) => (await load<{ p50: number }>("sequential", port, REQUESTS)).p50, [piped]);
  const [a, b] = [median(times.map(({ ours }) => ours)), median(times.map(({ bare }) => bare))];
  const path = median(times.map(({ others: [time = 0] }) => time));
  return {
    name: "endpoint, one fetch client with keep-alive, js echo brain, p50 : bare Deno.serve",
    ratio: median(times.map(({ ours, bare }) => ours / bare)),
    bound: 2,
    note: `${a.toFixed(3)} ms : ${b.toFixed(3)} ms; a bare server with a bare child behind pipes ${path.toFixed(3)} ms`,
  };
}

async function parallelRow(): Promise<Row> {
  const rates = await inTurn(({ port }) => load<Rate>("parallel", port, CONNECTIONS, PARALLEL_MS));
  return { name: `endpoint, ${CONNECTIONS} fetch connections, requests/s : bare Deno.serve`, least: 0.5, ...perSecond(rates) };
}

async function streamRow(): Promise<Row> {
  const rates = await inTurn(({ port }) => load<Rate>("stream", port, 1, DELTAS));
  return { name: "endpoint, SSE of one session, deltas/s : bare Deno.serve that enqueues each", least: 0.5, ...perSecond(rates) };
}

/** How evenly sessions that stream at once are served: the last one's end against the first one's. */
async function fairRow(): Promise<Row> {
  await using a = await ours();
  const ratios: number[] = [];
  for (let i = 0; i < 5; i++) {
    const { ends } = await load<{ ends: number[] }>("stream", a.port, SESSIONS, 1_000);
    ratios.push(Math.max(...ends) / Math.min(...ends));
  }
  return { name: `endpoint, ${SESSIONS} sessions at once: last end : first end`, ratio: median(ratios), bound: 2 };
}

/** Memory of the server's processes in KiB, by what each has for itself (`Pss` counts shared pages once). */
async function memory(server: Server): Promise<number> {
  let sum = 0;
  for (const pid of await server.pids()) {
    const text = await Deno.readTextFile(`/proc/${pid}/smaps_rollup`).catch(() => "");
    sum += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return sum;
}

/** KiB for each of many open streamed replies, what allocators take ahead for them included. */
async function perSession(server: Server): Promise<number> {
  const before = await memory(server);
  const holding = loader(["hold", server.port, OPEN]).spawn();
  await holding.stdout.getReader().read();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const grown = await memory(server) - before;
  holding.kill("SIGKILL");
  await holding.status;
  await holding.stderr.cancel();
  return grown / OPEN;
}

async function memoryRow(): Promise<Row> {
  await using a = await ours();
  await using b = await bare();
  for (const server of [a, b]) await load("parallel", server.port, CONNECTIONS, PARALLEL_MS);
  const [own, sockets] = [await perSession(a), await perSession(b)];
  return {
    name: `endpoint, ${OPEN} open sessions: KiB each, beyond what bare Deno.serve needs for the same streams`,
    ratio: own - sockets,
    bound: 20,
    note: `${own.toFixed(1)} KiB : ${sockets.toFixed(1)} KiB`,
  };
}

/** Milliseconds from a saved edit to the new brain's first request, the debounce window taken off. */
async function editRow(): Promise<Row> {
  const window = 100;
  const toml = SERVING + QUICK.replace("= 30", `= ${window}`);
  await using serving = await Serving.serve(["loop", "--watch"], { "omw.toml": toml, "a.js": answering("v0") });
  const times: number[] = [];
  for (let i = 1; i <= EDITS; i++) {
    const saved = performance.now();
    await serving.dir.write("a.js", answering(`v${i}`));
    // A request is always on its way: the new brain's first event is one of them.
    while ((await serving.ask()).text !== `v${i}`) await new Promise((resolve) => setTimeout(resolve, 1));
    times.push(performance.now() - saved - window);
  }
  return {
    name: "edit saved → the new brain has answered its first request, ms after the debounce window",
    ratio: median(times),
    bound: 100,
    note: `slowest ${Math.max(...times).toFixed(0)} ms`,
  };
}

/** The rows. */
export async function endpointBench(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const row of [sequentialRow, parallelRow, streamRow, fairRow, editRow, memoryRow]) rows.push(await row());
  return rows;
}
