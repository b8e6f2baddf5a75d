/**
 * One run of a brain in a brain process: the host's end of the protocol (design §3).
 * @module
 */

import {
  type Agent,
  type BrokerReply,
  errorChain,
  faultText,
  oneWay,
  ProtocolFault,
  roundTrip,
  type RunEars,
} from "../host/mod.ts";
import {
  type AbortReason,
  abortTexts,
  type BrainFrame,
  eventLine,
  type Json,
  MAX_FRAME_BYTES,
  type OneWayCalls,
  type OneWayOp,
  PART_LENGTH,
  type RoundTripCalls,
  type RoundTripOp,
  type StartFrame,
  WINDOW_EVENTS,
} from "../protocol/mod.ts";
import { IdleTimer } from "../pure/idle_timer.ts";
import { MAX_TIMER_MS } from "../pure/max_timer.ts";
import { utf8Length } from "../pure/utf8_length.ts";
import { MAX_BLOCK_BYTES } from "../protocol/wasi.ts";
import type { BrainProcess, FrameListener } from "./brain_process.ts";
import type { Program, RunBroker } from "./program.ts";

/** How a run ended. */
export type RunEnd =
  | {
    /** The brain returned. */
    kind: "done";
    /** Its terminal message, if it gave one. */
    message?: string;
  }
  | {
    /** The brain failed. */
    kind: "failed";
    /** Why, in one line. */
    error: string;
  }
  | {
    /** Its process died or had to be killed. */
    kind: "lost";
    /** Why, in one line. */
    error: string;
  };

/** What a run is given. */
export interface RunOptions {
  /** Run the brain, or only let it check its script. */
  op: "run" | "check";
  /** The run's number in the life of its agent. */
  number: number;
}

/** A round trip whose answer the child still wants; after an abort it may ask anew before the old one is answered. */
const MAX_ASKING = 4;

/**
 * How long an event that tells a brain nothing new may wait for company, in ms: waking the brain for the end of a session that it ended
 * itself, before the client had the answer, took a tenth of a request's time (measured: 25 to 40 of 400 µs).
 */
const SOON_MS = 2;

/** See the module. */
export class BrainRun implements FrameListener, RunEars {
  /** Resolves when the run is over and what it left is back in the inbox; never rejects. */
  readonly ended: Promise<RunEnd>;
  readonly #agent: Agent;
  readonly #process: BrainProcess;
  readonly #op: "run" | "check";
  readonly #number: number;
  readonly #r: number;
  readonly #end = Promise.withResolvers<RunEnd>();
  readonly #calls = new AbortController();
  readonly #broker: RunBroker | undefined;
  /** The script that runs on an interpreter component. */
  readonly #script: string | undefined;
  #asking = 0;
  #parked: string | undefined;
  #over = false;
  #why: AbortReason | undefined;
  #killTimer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the brain's last wait for an event. */
  #wanted = 0;
  readonly #idle = new IdleTimer(0, () => this.#timeout());
  #soon: ReturnType<typeof setTimeout> | undefined;

  /** Starts a run; the process must be idle. */
  constructor(process: BrainProcess, agent: Agent, program: Program, options: RunOptions) {
    this.#process = process;
    this.#agent = agent;
    this.#op = options.op;
    this.#number = options.number;
    this.#r = ++process.runs;
    this.#broker = program.broker?.(agent.log);
    if (program.component !== undefined && program.script !== undefined) this.#script = program.ref.filename;
    this.ended = this.#end.promise;
    process.listen(this);
    if (this.#over) return;
    this.#start(program);
    if (this.#op === "check") return;
    agent.ears = this;
    agent.inbox.attach((urgent) => urgent ? this.#push() : this.#pushSoon());
    this.#push();
  }

  /** The id of the process that it runs in. */
  get pid(): number {
    return this.#process.pid;
  }

  /** The call that the brain is blocked in, such as `recv` or `chat`; nothing while it computes or has not said anything yet. */
  get blockedIn(): string | undefined {
    return this.#parked;
  }

  /** Why the run was asked to end, if it was. */
  get aborted(): AbortReason | undefined {
    return this.#why;
  }

  /** Asks the run to end; it is killed `patienceMs` later. A second call may only give a stronger reason. */
  abort(why: AbortReason, patienceMs: number): void {
    if (this.#over || this.#why === why) return;
    this.#why = why;
    this.#process.send({ t: "abort", r: this.#r, why });
    this.#calls.abort(new Error(abortTexts[why]));
    this.#killTimer ??= setTimeout(() => this.#process.kill(), patienceMs);
  }

  /** Ends the run at once. */
  kill(reason: string): void {
    this.#finish({ kind: "lost", error: reason });
    this.#process.kill();
  }

  /** See {@linkcode RunEars}. */
  sourceEnded(id: string): void {
    this.#process.send({ t: "ended", r: this.#r, id });
  }

  /** See {@linkcode FrameListener}. */
  lost(reason: string): void {
    this.#finish({ kind: "lost", error: reason });
  }

  /** Tells the brain which providers and toolings there are now. */
  rename(): void {
    if (!this.#over) this.#process.send({ t: "names", r: this.#r, ...this.#names() });
  }

  /** See {@linkcode FrameListener}. */
  frame(frame: BrainFrame, block?: Uint8Array): void {
    if (frame.t === "ready" || frame.r !== this.#r || this.#over) return;
    this.#parked = frame.t === "want" ? "recv" : frame.t === "ask" ? frame.op : undefined;
    switch (frame.t) {
      case "ack":
        return this.#acked(frame.n);
      case "skip":
        return this.#skipped(frame.n);
      case "want":
        return this.#want(frame.s);
      case "do":
        return this.#do(frame.op, frame as unknown as OneWayCalls[OneWayOp]);
      case "ask":
        return this.#ask(frame.i, frame.op, frame as unknown as RoundTripCalls[RoundTripOp], takeBlock(frame.b, block));
      case "done":
        this.#process.memory = frame.mem;
        return this.#finish(
          frame.err === undefined ? { kind: "done", message: frame.v ?? undefined } : {
            kind: "failed",
            error: this.#explain(frame.err),
          },
        );
    }
  }

  #start(program: Program): void {
    const agent = this.#agent;
    const { script, component } = program;
    if (script !== undefined) this.#text("script", script);
    if (component !== undefined && !this.#process.programs.has(component.id)) {
      for (const [name, bytes] of component.parts) this.#bytes(name, bytes);
      this.#process.programs.add(component.id);
    }
    this.#text("memory", JSON.stringify(agent.memory.snapshot()));
    const start: StartFrame = {
      t: "start",
      r: this.#r,
      op: this.#op,
      agent: agent.name,
      program: program.ref,
      ...this.#names(),
      endpoint: agent.shared.endpoint !== undefined,
      sessions: agent.shared.endpoint?.sessionsOf(agent) ?? [],
      handles: agent.liveHandles(),
      trace: agent.shared.trace.active,
    };
    this.#process.send(start);
  }

  #text(k: string, text: string): void {
    for (let at = 0; at === 0 || at < text.length; at += PART_LENGTH) {
      this.#process.send({ t: "part", r: this.#r, k, d: text.slice(at, at + PART_LENGTH) });
    }
  }

  #bytes(k: string, bytes: Uint8Array): void {
    this.#process.send({ t: "part", r: this.#r, k, size: bytes.length });
    for (let at = 0; at < bytes.length; at += MAX_BLOCK_BYTES) this.#process.sendBlock(bytes.subarray(at, at + MAX_BLOCK_BYTES));
  }

  #names(): { providers: Record<string, string>; toolings: Record<string, string> } {
    const { providers, toolings } = this.#agent.shared;
    return { providers: kinds(providers), toolings: kinds(toolings) };
  }

  /** Pushes what the credit allows. */
  #push(): void {
    if (this.#over || this.#why !== undefined) return;
    let lines = "";
    for (let entry = this.#agent.inbox.take(); entry; entry = this.#agent.inbox.take()) {
      lines += `${eventLine(this.#r, entry.n, entry.id, entry.json)}\n`;
    }
    if (lines !== "") this.#process.sendLines(lines);
  }

  /** Pushes what can wait, together with whatever comes first. */
  #pushSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#push();
    }, SOON_MS);
  }

  #acked(n: number): void {
    const { inbox, name, shared } = this.#agent;
    const entries = inbox.settleThrough(n);
    if (entries.length === 0) throw new ProtocolFault(`event ${n} is none of those that were sent`);
    if (shared.trace.active) {
      for (const { id, json } of entries) shared.trace.inbound(name, { id, event: JSON.parse(json) });
    }
    this.#settled();
  }

  #skipped(n: number): void {
    if (this.#agent.inbox.settle(n) === undefined) {
      throw new ProtocolFault(`event ${n} is not the oldest of those that were sent`);
    }
    this.#settled();
  }

  #settled(): void {
    const { inbox } = this.#agent;
    this.#idle.end();
    // While the child has half a window left it waits for nothing, and a push of many costs hardly more than a push of one.
    if (inbox.inFlight <= WINDOW_EVENTS / 2) this.#push();
  }

  /** The brain waits; it is told when the wait has been too long. A push answers it sooner. */
  #want(s: number): void {
    if (this.#why !== undefined) return this.#idle.end();
    this.#wanted = s;
    this.#idle.limit(Math.min(Math.max(1, this.#agent.shared.tunables.recv_timeout_secs * 1000), MAX_TIMER_MS));
    this.#idle.begin();
  }

  #timeout(): void {
    this.#parked = undefined;
    this.#process.send({ t: "timeout", r: this.#r, s: this.#wanted });
  }

  #do(op: OneWayOp, args: OneWayCalls[OneWayOp]): void {
    if (op === "wasi_close") return this.#broker?.release((args as OneWayCalls["wasi_close"]).h);
    if (op === "abort_taken") return this.#abortTaken(args as OneWayCalls["abort_taken"]);
    if (this.#op === "check" && op !== "log" && op !== "output") return;
    oneWay(this.#agent, op, args as never);
  }

  #abortTaken({ u }: OneWayCalls["abort_taken"]): void {
    const { name, shared } = this.#agent;
    const kind = this.#why;
    if (kind === undefined || kind === "stop") throw new ProtocolFault("it took an abort that was not sent");
    if (shared.trace.active) shared.trace.inbound(name, { id: u, event: { kind } });
  }

  #ask(i: number, op: RoundTripOp, args: RoundTripCalls[RoundTripOp], block: Uint8Array | undefined): void {
    if (op === "sync" || op === "try_recv") {
      this.#parked = undefined;
      this.#push();
      return this.#process.send({ t: "re", r: this.#r, i, v: null });
    }
    if (op === "wasi" && this.#broker !== undefined) {
      return this.#serve(this.#broker, i, args as RoundTripCalls["wasi"], block);
    }
    if (this.#op === "check") {
      return this.#process.send({ t: "re", r: this.#r, i, err: `${op} is not available while a script is checked` });
    }
    this.#count();
    roundTrip(this.#agent, op, args as never, { signal: this.#calls.signal, run: this.#number }).then(
      (value) => this.#reply(i, op, value as unknown as Json),
      (error) => this.#refuse(i, op, error),
    );
  }

  /** One more call waits for its answer. @throws {ProtocolFault} when there are too many */
  #count(): void {
    if (++this.#asking > MAX_ASKING) throw new ProtocolFault("it asks for more while its calls are unanswered");
  }

  /** Serves a call of a component's WASI. Those of a check too: what a component does there, it may do. */
  #serve(broker: RunBroker, i: number, { f, a }: RoundTripCalls["wasi"], block: Uint8Array | undefined): void {
    this.#count();
    const answer = ({ reply, block: bytes }: BrokerReply) => {
      const v = reply as unknown as Json;
      if (bytes === undefined) return this.#reply(i, "wasi", v);
      if (this.#answered()) this.#process.sendBlock(bytes, { t: "re", r: this.#r, i, v, b: bytes.length });
    };
    broker.call(f, a, block, this.#calls.signal).then(answer, (error) => this.#refuse(i, "wasi", error));
  }

  /** A call has come to its end. Answers whether there is still a run to hear of it. */
  #answered(): boolean {
    this.#asking--;
    this.#parked = undefined;
    return !this.#over;
  }

  #reply(i: number, op: RoundTripOp, v: Json): void {
    if (!this.#answered()) return;
    const line = JSON.stringify({ t: "re", r: this.#r, i, v });
    if (line.length * 3 <= MAX_FRAME_BYTES || utf8Length(line) <= MAX_FRAME_BYTES) {
      return this.#process.sendLine(line);
    }
    const err = `the result of ${op} is too large: at most ${MAX_FRAME_BYTES} bytes can be delivered`;
    this.#process.send({ t: "re", r: this.#r, i, err });
  }

  #refuse(i: number, op: RoundTripOp, error: unknown): void {
    if (!this.#answered()) return;
    this.#agent.log.debug("call failed", { op, error: errorChain(error) });
    this.#process.send({ t: "re", r: this.#r, i, err: faultText(error) });
  }

  #finish(end: RunEnd): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#killTimer !== undefined) clearTimeout(this.#killTimer);
    if (this.#soon !== undefined) clearTimeout(this.#soon);
    this.#idle.stop();
    this.#process.unlisten();
    this.#calls.abort(new Error("the run is over"));
    this.#broker?.close();
    if (this.#op === "run") {
      this.#agent.ears = undefined;
      this.#agent.inbox.detach(end.kind === "lost");
    }
    this.#end.resolve(end);
  }

  /** An allocation that the cap refused is an ordinary error inside the brain; the user should hear of the cap. */
  #explain(error: string): string {
    // V8 names the script itself; an interpreter knows none.
    const placed = this.#script === undefined ? error : `${this.#script}: ${error}`;
    if (!/allocation failed|out of memory|Invalid (typed )?array (buffer )?length/i.test(error)) return placed;
    return `${placed} (the brain's memory is capped: max_memory_mb = ${this.#process.capMb})`;
  }
}

/** The block that a frame says stands before it. @throws {ProtocolFault} when it is another one, or none */
function takeBlock(length: number | undefined, block: Uint8Array | undefined): Uint8Array | undefined {
  if (length !== block?.length) throw new ProtocolFault(`its block has ${block?.length ?? "no"} bytes, not ${length ?? "any"}`);
  return block;
}

function kinds(entries: Map<string, { kind: string }>): Record<string, string> {
  const out: Record<string, string> = Object.create(null);
  for (const [name, { kind }] of entries) out[name] = kind;
  return out;
}
