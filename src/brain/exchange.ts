/**
 * One run's conversation with the host: frames out, frames in, and the state that the incoming ones change (design §3).
 * @module
 */

import type { OneWayCalls, OneWayOp, RoundTripCalls, RoundTripOp } from "../protocol/calls.ts";
import {
  type AbortReason,
  abortTexts,
  type HandleKind,
  type HostFrame,
  MAX_OWED_ACKS,
  type StartFrame,
} from "../protocol/frames.ts";
import type { Json } from "../protocol/model.ts";
import { cutEvent, eventSession, type PushedEvent } from "./event_frame.ts";
import { EventQueue } from "./event_queue.ts";
import { Handles } from "./handles.ts";
import type { Link } from "./link.ts";
import { Sessions } from "./sessions.ts";

/** What a round trip came to: the host's answer, or why there is none. */
export type Reply = { v: Json; block?: Uint8Array } | { err: string };

/** The calls that end a handle and suppress its events. */
type CancelOp = "cancel_chat" | "cancel_tool" | "cancel_timer" | "unsubscribe_resource_list" | "unsubscribe_resource";

/** An abort that outranks another one replaces it: the process's end before the test's before the agent's new program. */
const rank: Readonly<Record<AbortReason, number>> = { reload: 0, stop: 1, shutdown: 2 };

/** The conversation of one run. */
export class Exchange {
  /** The run's number. */
  readonly run: number;
  /** What the run started with. */
  readonly start: StartFrame;
  /** The events that were pushed and not taken. */
  readonly queue: EventQueue = new EventQueue();
  /** The open handles. */
  readonly handles: Handles;
  /** The open endpoint sessions. */
  readonly sessions: Sessions;
  /** The kinds of the providers by name. */
  providers: ReadonlyMap<string, string>;
  /** The kinds of the toolings by name. */
  toolings: ReadonlyMap<string, string>;
  /** The lifecycle subscription's handle, if there is one. */
  lifecycle: string | undefined;
  readonly #link: Link;
  #abort: AbortReason | undefined;
  #abortTaken = false;
  /** How many deltas were handed over since the last ack was sent, at most. */
  #owed = 0;
  #asks = 0;
  #awaited = 0;
  #reply: Reply | undefined;
  #wants = 0;
  #timedOut = 0;

  /** A run's conversation over `link`, from its start frame on. */
  constructor(link: Link, start: StartFrame) {
    this.#link = link;
    this.run = start.r;
    this.start = start;
    this.handles = new Handles(start.handles);
    this.sessions = new Sessions(start.sessions);
    this.providers = new Map(Object.entries(start.providers));
    this.toolings = new Map(Object.entries(start.toolings));
  }

  /** Why the run is to end, once it is. */
  get abort(): AbortReason | undefined {
    return this.#abort;
  }

  /** Milliseconds since anything was read from the host. */
  get sinceRead(): number {
    return this.#link.sinceRead;
  }

  /**
   * Makes a one-way call.
   * @throws {FrameTooLongError} when it is too large to be sent; nothing was
   */
  tell<Op extends OneWayOp>(op: Op, args: OneWayCalls[Op]): void {
    this.#link.send(JSON.stringify({ t: "do", r: this.run, op, ...args }));
  }

  /** Sends a one-way call's frame that is JSON text already. */
  pass(frame: string): void {
    this.#link.send(frame);
  }

  /** Tells the trace about a call that was answered here, if somebody listens. */
  trace(op: string, detail: Json): void {
    if (this.start.trace) this.tell("traced", { call: op, detail });
  }

  /**
   * Makes a round trip; meanwhile events and control frames are taken in.
   * @param parks whether an abort ends the call at once (facts §4.7: all that may take long); its late answer is then ignored
   * @param block bytes that go with it
   * @throws {FrameTooLongError} when it is too large to be sent; nothing was
   */
  ask<Op extends RoundTripOp>(op: Op, args: RoundTripCalls[Op], parks = false, block?: Uint8Array): Reply {
    if (parks) {
      this.takeIn();
      if (this.#abort !== undefined) return { err: abortTexts[this.#abort] };
    }
    const i = this.#asks + 1;
    const frame = { t: "ask", r: this.run, i, op, ...args };
    if (block === undefined) this.#link.send(JSON.stringify(frame));
    else this.#link.sendBlock(block, JSON.stringify({ ...frame, b: block.length }));
    this.#asks = i;
    this.#awaited = i;
    this.#reply = undefined;
    while (this.#reply === undefined) {
      if (parks && this.#abort !== undefined) {
        this.#awaited = 0;
        return { err: abortTexts[this.#abort] };
      }
      this.#dispatch(this.#link.readLine());
    }
    return this.#reply;
  }

  /**
   * Cancels a handle of a kind by a one-way call: its events are skipped from now on. Once very many are remembered, a `sync` brings in
   * whatever was under way; then the queued events are marked and the handles forgotten.
   */
  cancel(op: CancelOp, u: string, kind: HandleKind): void {
    this.tell(op, { u });
    this.handles.cancel(u, kind);
    if (!this.handles.crowded) return;
    this.ask("sync", {});
    this.queue.drop(this.handles.takeSuppressed());
  }

  /** Waits for an event, an abort, or the host's word that none came in time: the last alone gives `false`. */
  waitForEvent(): boolean {
    const s = ++this.#wants;
    this.#link.send(`{"t":"want","r":${this.run},"s":${s}}`);
    while (this.queue.size === 0 && this.#abort === undefined && this.#timedOut !== s) this.#dispatch(this.#link.readLine());
    return this.queue.size > 0 || this.#abort !== undefined;
  }

  /** Takes in the frames that were read together with earlier ones. */
  takeIn(): void {
    for (let line = this.#link.takeLine(); line !== undefined; line = this.#link.takeLine()) this.#dispatch(line);
  }

  /** Removes the events of cancelled handles from the front of the queue; their places in the host's window come back. */
  skipSuppressed(): void {
    for (let event = this.queue.peek(); event !== undefined; event = this.queue.peek()) {
      if (!this.queue.isDropped(event) && !this.handles.isSuppressed(event.id)) return;
      this.queue.shift();
      this.#link.send(`{"t":"skip","r":${this.run},"n":${event.n}}`);
    }
  }

  /**
   * Acknowledges the oldest event and takes it: the ack is out before the brain has the event, so it gets none twice. That of a chat delta
   * may be owed for a while (see `MAX_OWED_ACKS`).
   */
  takeEvent(event: PushedEvent): void {
    const ack = `{"t":"ack","r":${this.run},"n":${event.n}}`;
    this.queue.shift();
    if (event.kind === "chat-delta" && !this.start.trace && ++this.#owed < MAX_OWED_ACKS) return this.#link.owe(ack);
    this.#owed = 0;
    this.#link.owe(undefined);
    this.#link.send(ack);
    if (event.kind !== "chat-delta") this.handles.closeAfter(event.id, event.kind);
  }

  /**
   * The abort's lifecycle event as a subscribed brain gets it, once; `undefined` when there is none (any more). A stop has none: no
   * kind of event says it.
   */
  takeAbort(): { id: string; kind: "reload" | "shutdown" } | undefined {
    if (this.#abortTaken || this.lifecycle === undefined || this.#abort === undefined || this.#abort === "stop") return undefined;
    this.#abortTaken = true;
    this.tell("abort_taken", { u: this.lifecycle });
    return { id: this.lifecycle, kind: this.#abort };
  }

  #dispatch(line: string): void {
    let frame: HostFrame;
    try {
      const event = cutEvent(line);
      if (event !== undefined) {
        if (event.run === this.run) this.#takeInEvent(event);
        return;
      }
      frame = JSON.parse(line);
    } catch (error) {
      this.#link.reject(error);
    }
    if (frame.r !== this.run) return;
    switch (frame.t) {
      case "re":
        if (frame.i !== this.#awaited) return;
        this.#awaited = 0;
        this.#reply = frame.err === undefined ? { v: frame.v ?? null, block: this.#link.takeBlock() } : { err: frame.err };
        return;
      case "timeout":
        this.#timedOut = frame.s;
        return;
      case "abort":
        if (this.#abort === undefined || rank[frame.why] > rank[this.#abort]) this.#abort = frame.why;
        return;
      case "ended":
        this.sessions.end(frame.id);
        this.handles.ended(frame.id);
        return;
      case "names":
        this.providers = new Map(Object.entries(frame.providers));
        this.toolings = new Map(Object.entries(frame.toolings));
    }
  }

  #takeInEvent(event: PushedEvent): void {
    this.queue.push(event);
    // Sessions begin and end when their events arrive, so that a delta is never sent blindly into a session that is known to be over.
    if (event.kind === "endpoint-message") this.sessions.begin(eventSession(event.text));
    else if (event.kind === "endpoint-session-end") this.sessions.end(eventSession(event.text));
  }
}
