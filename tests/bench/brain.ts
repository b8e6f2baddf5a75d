/**
 * Rows about the way between the inbox and a js brain (issue "The whole path", Bounds).
 * @module
 */

import { type ChatDelta, eventLine } from "../../src/protocol/mod.ts";
import { ID, LoneAgent } from "./lone_agent.ts";
import { rawLines, rawTrips } from "./raw_pipe.ts";
import { paired, type Row } from "./row.ts";

const JS = `kind = "js"`;
/** Enough that an engine that is still warming up is a small part of it; a stream of a real model is as long as a day. */
const EVENTS = 400_000;
const TRIPS = 5_000;
/** About as many deltas as one read of 32 KiB from a fast stream brings. */
const BATCH = 512;

function delta(i: number): ChatDelta {
  return { content: `token ${i} `, tool_calls: [] };
}

/** Milliseconds from the first event put in to the run's end. */
async function inboxToBrain(): Promise<number> {
  await using agent = await LoneAgent.with(
    `
    omw.host.recv();
    let used = 0;
    for (let i = 0; i < ${EVENTS}; i++) used += omw.host.recv().payload.content.length;
    String(used)`,
    JS,
  );
  const running = agent.run();
  await agent.up();
  const started = performance.now();
  const { signal } = new AbortController();
  for (let i = 0; i < EVENTS; i++) {
    // As a provider's stream does, which puts in what it has read and waits while the brain is behind.
    if (i % BATCH === 0 && !agent.inbox.hasRoom) await agent.inbox.room(signal);
    agent.inbox.put(ID, { kind: "chat-delta", payload: delta(i) });
  }
  await running;
  return performance.now() - started;
}

/** Milliseconds by the brain's clock for round trips. */
async function roundTrips(): Promise<number> {
  await using agent = await LoneAgent.with(
    `
    const p = omw.provider.get("p");
    const started = Date.now();
    for (let i = 0; i < ${TRIPS}; i++) p.isOpen("${ID}");
    String(Date.now() - started)`,
    JS,
    `[providers.p]\nkind = "mock"\n`,
  );
  return Number(await agent.run());
}

/** Milliseconds from the call to the end of a stream of chat deltas over HTTP. */
async function httpToBrain(url: string): Promise<number> {
  await using agent = await LoneAgent.with(
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
    JS,
    `[providers.p]\nkind = "openai"\nbase_url = "${url}"\n`,
  );
  return Number(await agent.run());
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
