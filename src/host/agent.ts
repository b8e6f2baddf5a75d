/**
 * An agent as the host keeps it: what must survive its brain (design §1).
 * @module
 */

import { getLogger, type Logger } from "../protocol/log.ts";
import type { Tunables } from "../config/mod.ts";
import type { Event, Json, LiveHandle, Provider, Tooling } from "../protocol/mod.ts";
import type { Bus } from "./bus.ts";
import type { EndpointDesk, EndpointOwner } from "./endpoint_desk.ts";
import { Handles } from "./handles.ts";
import { Inbox } from "./inbox.ts";
import { AgentMemory, type MemoryStore } from "./memory.ts";
import { Timers } from "./timers.ts";
import type { TraceHub } from "./trace.ts";

/** What all agents of a host share. */
export interface HostShared {
  /** The providers by name. */
  readonly providers: Map<string, Provider>;
  /** The toolings by name. */
  readonly toolings: Map<string, Tooling>;
  /** Carries messages between agents. */
  readonly bus: Bus;
  /** Routes the endpoint's requests; absent while no endpoint is configured. */
  readonly endpoint?: EndpointDesk;
  /** The trace. */
  readonly trace: TraceHub;
  /** The runtime's settings; read at each use, so that a changed config takes effect. */
  tunables: Tunables;
}

/** What an agent's live run hears from its agent. */
export interface RunEars {
  /** A session or a handle ended without an event. */
  sourceEnded(id: string): void;
}

/** See the module. */
export class Agent implements EndpointOwner {
  /** Its configured name. */
  readonly name: string;
  /** What it shares with the others. */
  readonly shared: HostShared;
  /** Its inbox. */
  readonly inbox: Inbox;
  /** Its memory. */
  readonly memory: MemoryStore;
  /** Its open chat streams, tool calls, timers and resource subscriptions. */
  readonly handles: Handles = new Handles();
  /** Its timers. */
  readonly timers: Timers = new Timers();
  /** Its log. */
  readonly log: Logger;
  /** The lifecycle subscription of the current run. */
  lifecycle: string | undefined;
  /** The current run; absent between runs. */
  ears: RunEars | undefined;
  /** One run ended for a reload and the next one is about to begin: requests wait for it in the inbox. */
  restarting = false;
  /** The agent was asked to end for good: it takes no new requests. */
  leaving = false;

  /** An agent with an empty inbox and its seeded memory. */
  constructor(name: string, shared: HostShared, seed: Iterable<[string, string]>) {
    this.name = name;
    this.shared = shared;
    this.memory = new AgentMemory(name, seed);
    this.log = getLogger(["omw", "host"]).with({ agent: name });
    this.inbox = new Inbox(shared.tunables.inbox_bound, {
      dropped: (kind) => {
        this.log.warn("inbox full; event dropped", { kind, bound: shared.tunables.inbox_bound });
      },
      droppedInAll: (count) => {
        this.log.warn("inbox has room again", { dropped: count });
      },
    });
    shared.bus.join(this);
  }

  /** See {@linkcode EndpointOwner}. */
  offer(id: string, event: Event): boolean {
    return this.inbox.offer(id, event);
  }

  /** See {@linkcode EndpointOwner}. */
  deliver(id: string, event: Event, urgent: boolean): void {
    this.inbox.put(id, event, urgent);
  }

  /** See {@linkcode EndpointOwner}. */
  withdraw(session: string): boolean {
    return this.inbox.withdraw(session);
  }

  /** See {@linkcode EndpointOwner}. */
  sessionEnded(session: string): void {
    this.ears?.sourceEnded(session);
  }

  /** See {@linkcode EndpointOwner}. */
  alive(): boolean {
    return !this.leaving && (this.ears !== undefined || this.restarting);
  }

  /** Adds a call of its brain to the trace, if anybody listens. Whoever has a costly `detail` asks `shared.trace.active` first. */
  traceCall(op: string, detail: Json): void {
    if (this.shared.trace.active) this.shared.trace.call(this.name, op, detail);
  }

  /** Every handle that is open now, for the start frame of the next run. */
  liveHandles(): LiveHandle[] {
    const agents = this.shared.bus.subscriptions(this.name).map(({ u, source }) => ({ u, kind: "agent" as const, source }));
    const models = (this.shared.endpoint?.subscriptionsOf(this) ?? []).map(({ u, model }) => ({
      u,
      kind: "endpoint" as const,
      source: model,
    }));
    return [...this.handles.live(), ...agents, ...models];
  }

  /** Starts a timer that puts a `timer` event of the handle `u` in at `at`, in ms since the Unix epoch. */
  startTimer(u: string, at: number): void {
    this.handles.open(u, { kind: "timer", close: () => this.timers.cancel(u) });
    this.timers.start(u, at, () => {
      this.handles.ended(u);
      this.inbox.put(u, { kind: "timer" });
    });
  }

  /** Cancels every pump and timer; what they queued already stays. */
  cancelPumps(): void {
    this.handles.closeAll("chat", "tool", "timer", "resource");
  }

  /** What an earlier run's lifecycle subscription left must not reach the next run (facts §4.6). */
  forgetLifecycle(): void {
    if (this.lifecycle !== undefined) this.inbox.cancel(this.lifecycle);
    this.lifecycle = undefined;
  }

  /** The agent is removed for good. */
  close(): void {
    this.cancelPumps();
    this.shared.bus.leave(this.name);
  }
}
