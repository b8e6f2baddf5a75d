/**
 * Rows about the way between the inbox and a js brain (issue "The whole path", Bounds).
 * @module
 */

import { loadConfig } from "../../src/config/mod.ts";
import { Host, Registries } from "../../src/engine/mod.ts";
import { type ChatDelta, eventLine } from "../../src/protocol/mod.ts";
import { Workspace } from "../support/workspace.ts";
import { rawLines, rawTrips } from "./raw_pipe.ts";
import { paired, type Row } from "./row.ts";

const ID = "00000000-0000-4000-8000-000000000000";
/** Enough that an engine that is still warming up is a small part of it; a stream of a real model is as long as a day. */
const EVENTS = 400_000;
const TRIPS = 5_000;
/** About as many deltas as one read of 32 KiB from a fast stream brings. */
const BATCH = 512;

function delta(i: number): ChatDelta {
  return { content: `token ${i} `, tool_calls: [] };
}

/** A host with one agent `a` on this script. */
async function host(script: string, providers = ""): Promise<{ host: Host; dir: Workspace }> {
  const dir = await Workspace.with({
    "omw.toml": `${providers}\n[runtime.js]\nkind = "js"\n[[agents]]\nname = "a"\nruntime = "js"\nscript = "a.js"\n`,
    "a.js": script,
  });
  const loaded = await loadConfig({ path: dir.path("omw.toml"), env: {}, cwd: dir.dir });
  return { host: await Host.build(loaded, Registries.builtin(), { watch: false }), dir };
}

async function terminal(host: Host): Promise<string> {
  const end = await host.supervisors.get("a")!.once();
  if (end.kind !== "exited") throw new Error(`the brain was to exit with a message, it ${end.kind}`);
  return end.message;
}

/** Milliseconds from the first event put in to the run's end. */
async function inboxToBrain(): Promise<number> {
  const { host: at, dir } = await host(`
    omw.host.recv();
    let used = 0;
    for (let i = 0; i < ${EVENTS}; i++) used += omw.host.recv().payload.content.length;
    String(used)`);
  const { agent } = at.supervisors.get("a")!;
  const running = terminal(at);
  // The first event shows that the brain is up; it is not counted.
  agent.inbox.put(ID, { kind: "timer" });
  while (agent.inbox.size > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const started = performance.now();
  const { signal } = new AbortController();
  for (let i = 0; i < EVENTS; i++) {
    // As a provider's stream does, which puts in what it has read and waits while the brain is behind.
    if (i % BATCH === 0 && !agent.inbox.hasRoom) await agent.inbox.room(signal);
    agent.inbox.put(ID, { kind: "chat-delta", payload: delta(i) });
  }
  await running;
  const took = performance.now() - started;
  await at.close();
  await dir[Symbol.asyncDispose]();
  return took;
}

/** Milliseconds by the brain's clock for round trips. */
async function roundTrips(): Promise<number> {
  const { host: at, dir } = await host(
    `
    const p = omw.provider.get("p");
    const started = Date.now();
    for (let i = 0; i < ${TRIPS}; i++) p.isOpen("${ID}");
    String(Date.now() - started)`,
    `[providers.p]\nkind = "mock"\n`,
  );
  const took = Number(await terminal(at));
  await at.close();
  await dir[Symbol.asyncDispose]();
  return took;
}

/** Milliseconds from the call to the end of a stream of chat deltas over HTTP. */
async function httpToBrain(url: string): Promise<number> {
  const { host: at, dir } = await host(
    `
    const p = omw.provider.get("p");
    p.listModels();
    const started = Date.now();
    p.chatStream("m", [{ role: "user", content: "go" }], []);
    let n = 0;
    for (let ev = omw.host.recv(); ev.kind !== "chat-end"; ev = omw.host.recv()) {
      if (ev.kind === "error") throw ev.payload;
      if (ev.payload.content) n++;
    }
    if (n !== ${EVENTS}) throw "lost deltas: " + n;
    String(Date.now() - started)`,
    `[providers.p]\nkind = "openai"\nbase_url = "${url}"\n`,
  );
  const took = Number(await terminal(at));
  await at.close();
  await dir[Symbol.asyncDispose]();
  return took;
}

/** The rows. */
export async function brainBench(): Promise<Row[]> {
  const raw = () => rawLines(EVENTS, (i) => eventLine(1, i, ID, JSON.stringify({ kind: "chat-delta", payload: delta(i) })));
  const inbox = await paired(5, inboxToBrain, raw);
  const trips = await paired(5, roundTrips, () => rawTrips(TRIPS));
  const upstream = await Upstream.start();
  const http = await paired(3, () => httpToBrain(upstream.url), raw);
  await upstream.stop();
  const perSecond = (ms: number) => `${Math.round(EVENTS / ms * 1000).toLocaleString("en")}/s`;
  return [
    {
      name: "inbox → js brain, chat deltas : raw pipe",
      ratio: inbox.ratio,
      bound: 2,
      note: `${perSecond(inbox.ours)} : ${perSecond(inbox.calibration)}`,
    },
    {
      name: "provider over HTTP → js brain : raw pipe",
      ratio: http.ratio,
      bound: 4,
      note: `${perSecond(http.ours)} : ${perSecond(http.calibration)}`,
    },
    {
      name: "blocking round trip : raw pipe round trip",
      ratio: trips.ratio,
      bound: 1.3,
      note: `${(trips.ours / TRIPS * 1000).toFixed(0)} µs : ${(trips.calibration / TRIPS * 1000).toFixed(0)} µs`,
    },
  ];
}

/** A server process that streams chat deltas as fast as it is read. */
class Upstream {
  readonly url: string;
  readonly #child: Deno.ChildProcess;

  private constructor(child: Deno.ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(): Promise<Upstream> {
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-config",
        "--no-lock",
        "--allow-net",
        new URL("./upstream_child.ts", import.meta.url).pathname,
        String(EVENTS),
      ],
      stdout: "piped",
    }).spawn();
    const { value } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
    return new Upstream(child, value!.trim());
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.status;
  }
}
