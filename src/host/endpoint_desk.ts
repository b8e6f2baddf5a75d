/**
 * Which agent answers for which model, and which sessions are open. The endpoint's transports ask at this desk and know no agents;
 * the agents push at it and know no transports (facts §4.8, §6.6; design §8).
 *
 * A session ends once: at its finish, when the client leaves, when its model is given back, when its brain dies or stays silent after
 * a reload, at shutdown. Each end is one `endpoint-session-end` event for the agent, unless the request itself can still be taken back
 * unseen; a finished session never has an error.
 * @module
 */

import type { ChatDelta, ChatMessage, Event, Tool } from "../protocol/mod.ts";
import { DeadlineSet } from "./deadline_set.ts";
import { Session, type SessionFault, type SharedUnits } from "./sessions.ts";

/**
 * How many uuids of earlier runs of an agent stay valid for a model that each run subscribed anew. Enough for events that are still
 * in an inbox; a bound because a looping agent adds one with every iteration.
 */
export const MAX_ALIASES = 16;

/** What a brain hears of a session that neither it nor its unsubscribing ended (facts §6.6). */
const ABORTED = "endpoint session aborted";

/** What the desk needs of an agent. Two owners of one name are the same agent. */
export interface EndpointOwner {
  /** The agent's name. */
  readonly name: string;
  /** Puts a request in; false when the inbox is at its bound (the client gets 429). */
  offer(id: string, event: Event): boolean;
  /** Puts an event in whatever the bound; one that is not urgent may come a little later, together with something else. */
  deliver(id: string, event: Event, urgent: boolean): void;
  /**
   * Takes back the request of a session that has ended; answers whether the brain was never offered it, and so needs no end of it.
   */
  withdraw(session: string): boolean;
  /** Told when a session of it has ended in any way but by its brain's own finish, before the event of it is delivered. */
  sessionEnded(session: string): void;
  /** Whether a run is alive that can answer; false between loop iterations, after a failure, while parked. */
  alive(): boolean;
}

/** How a desk is set up. */
export interface DeskOptions {
  /** How many deltas may wait for one client (`session_buffer`); 1 or more. */
  sessionBuffer: number;
  /** How long a session may stay without a delta after the run that began it ended, in seconds (`session_idle_secs`). */
  sessionIdleSecs: number;
  /** Hears what should be logged: a line, and the facts of it. */
  warn(message: string, facts: Record<string, string>): void;
}

/** What a client asks of a model. */
export interface EndpointRequest {
  /** The conversation. */
  messages: ChatMessage[];
  /** The tools that the client offers. */
  tools: Tool[];
  /** Every other setting of the request: a JSON object as compact, key-sorted text. */
  params?: string;
}

/** A model that an agent answers for. */
export interface ModelEntry {
  /** The model's name. */
  id: string;
  /** When it was subscribed first, in whole seconds since the Unix epoch. */
  created: number;
}

/**
 * Why a session was not opened: the desk is `closing`; the model is `unknown`; its agent has no run now that can answer
 * (`unavailable`); its inbox is full (`busy`).
 */
export type OpenRefusal = "closing" | "unknown" | "unavailable" | "busy";

/** How a session is opened. */
export interface OpenOptions {
  /** A normal end is not told to the brain; scripted doubles do that (facts §10.5). */
  quiet?: boolean;
}

interface Subscription {
  readonly model: string;
  readonly created: number;
  readonly sessions: Set<Lease>;
  owner: EndpointOwner;
  uuid: string;
  run: number;
  aliases: string[];
}

interface Lease {
  readonly session: Session;
  readonly subscription: Subscription;
  readonly quiet: boolean;
}

/** Which agent answers for which model, and the open sessions. */
export class EndpointDesk {
  readonly #options: DeskOptions;
  readonly #models = new Map<string, Subscription>();
  readonly #leases = new Map<string, Lease>();
  // Sessions whose run ended, until the next run goes on with them.
  readonly #orphans: DeadlineSet<Lease>;
  readonly #shared: SharedUnits = { used: 0 };
  #closing = false;

  /** Opens a desk without models. */
  constructor(options: DeskOptions) {
    this.#options = options;
    this.#orphans = new DeadlineSet(options.sessionIdleSecs * 1000, (lease) => {
      const message = `the model ${JSON.stringify(lease.session.model)} did not go on with its reply after a restart`;
      this.#break(lease, { code: "agent_silent", message }, ABORTED);
    });
  }

  /**
   * Makes `owner` answer for `model` under the handle `uuid`. A model that an earlier run of the same agent holds is taken over: its
   * sessions go on, and the old handle stays another name of the subscription.
   * @returns the handle that was replaced, if there was one
   * @throws {Error} when another agent or this same run holds the model
   */
  subscribe(owner: EndpointOwner, uuid: string, model: string, run: number): string | undefined {
    const held = this.#models.get(model);
    if (held === undefined) {
      const created = Math.floor(Date.now() / 1000);
      this.#models.set(model, { model, created, sessions: new Set(), owner, uuid, run, aliases: [] });
      return undefined;
    }
    if (held.owner.name !== owner.name || held.run === run) {
      throw new Error(`model ${JSON.stringify(model)} is already subscribed`);
    }
    const replaced = held.uuid;
    held.aliases.push(replaced);
    if (held.aliases.length > MAX_ALIASES) held.aliases.shift();
    held.owner = owner;
    held.uuid = uuid;
    held.run = run;
    return replaced;
  }

  /** Gives a model back and breaks its sessions off. A handle that is unknown or another agent's changes nothing. */
  unsubscribe(owner: EndpointOwner, uuid: string): void {
    for (const subscription of this.#subscriptions(owner)) {
      if (subscription.uuid === uuid || subscription.aliases.includes(uuid)) {
        this.#withdraw(subscription, `endpoint subscription ${JSON.stringify(uuid)} unsubscribed`);
      }
    }
  }

  /**
   * Sends a delta to a session's client; one with a finish reason ends the session. Never waits: what the client is too slow for is
   * dropped, with one warning for the session.
   * @throws {Error} when the session is not open, or is another agent's
   */
  push(owner: EndpointOwner, session: string, delta: ChatDelta): void {
    const lease = this.#leases.get(session);
    if (lease === undefined) throw new Error("unknown endpoint session");
    if (lease.subscription.owner.name !== owner.name) throw new Error("endpoint session belongs to another agent");
    this.#orphans.delete(lease);
    if (lease.session.push(delta)) this.#end(lease);
  }

  /** The open sessions of an agent. */
  sessionsOf(owner: EndpointOwner): string[] {
    return this.#subscriptions(owner).flatMap(({ sessions }) => [...sessions].map(({ session }) => session.id));
  }

  /** The models of an agent with the handles that they have now. */
  subscriptionsOf(owner: EndpointOwner): { u: string; model: string }[] {
    return this.#subscriptions(owner).map(({ uuid, model }) => ({ u: uuid, model }));
  }

  /**
   * A run of the agent is over. Its models stay its own. With an `error` the brain died and its sessions break off; without, the
   * next run may go on with them, and one that gets no delta in time ends.
   */
  runEnded(owner: EndpointOwner, error?: string): void {
    for (const { sessions } of this.#subscriptions(owner)) {
      for (const lease of [...sessions]) {
        // A session that waits already keeps its time, so that reload upon reload can't keep it for ever.
        if (error === undefined) this.#orphans.add(lease);
        else this.#break(lease, { code: "agent_failed", message: failed(lease.session.model) }, ABORTED);
      }
    }
  }

  /** The agent is gone for good: its models are free, its sessions break off. */
  remove(owner: EndpointOwner): void {
    for (const subscription of this.#subscriptions(owner)) this.#withdraw(subscription, ABORTED);
  }

  /** From now on every request is refused as `closing`; the open sessions go on, so that brains can still end them. */
  drain(): void {
    this.#closing = true;
  }

  /** Ends everything. `reason` is told to the clients whose replies break off, such as `omw is shutting down`. */
  close(reason: string): void {
    this.drain();
    for (const lease of [...this.#leases.values()]) this.#break(lease, { code: "shutdown", message: reason }, ABORTED);
    this.#models.clear();
    this.#orphans.clear();
  }

  /** The models, sorted by name. */
  models(): ModelEntry[] {
    const entries = [...this.#models.values()].map(({ model, created }) => ({ id: model, created }));
    return entries.sort((a, b) => a.id < b.id ? -1 : 1);
  }

  /** A model, when somebody holds it. */
  model(id: string): ModelEntry | undefined {
    const held = this.#models.get(id);
    return held && { id, created: held.created };
  }

  /** How many sessions are open. */
  get openSessions(): number {
    return this.#leases.size;
  }

  /** How many models there are, and how many of them would be answered now. */
  health(): { closing: boolean; models: number; answering: number } {
    let answering = 0;
    for (const { owner } of this.#models.values()) if (owner.alive()) answering++;
    return { closing: this.#closing, models: this.#models.size, answering: this.#closing ? 0 : answering };
  }

  /** Opens a session and hands the request to the model's agent, in one step: no change of owner can come between. */
  open(model: string, request: EndpointRequest, options: OpenOptions = {}): Session | OpenRefusal {
    if (this.#closing) return "closing";
    const subscription = this.#models.get(model);
    if (subscription === undefined) return "unknown";
    const { owner, uuid, sessions } = subscription;
    if (!owner.alive()) return "unavailable";
    const id = crypto.randomUUID();
    const session: Session = new Session({
      id,
      model,
      bound: this.#options.sessionBuffer,
      shared: this.#shared,
      overflow: () => this.#options.warn("endpoint session buffer is full, dropping deltas", { session: id, model }),
      abandoned: () => this.#end(lease, ABORTED),
    });
    const lease: Lease = { session, subscription, quiet: options.quiet ?? false };
    this.#leases.set(id, lease);
    sessions.add(lease);
    if (owner.offer(uuid, { kind: "endpoint-message", payload: { session: id, ...request } })) return session;
    this.#forget(lease);
    return "busy";
  }

  #subscriptions(owner: EndpointOwner): Subscription[] {
    return [...this.#models.values()].filter((subscription) => subscription.owner.name === owner.name);
  }

  #withdraw(subscription: Subscription, error: string): void {
    this.#models.delete(subscription.model);
    const message = `the model ${JSON.stringify(subscription.model)} was withdrawn before the reply was complete`;
    for (const lease of [...subscription.sessions]) this.#break(lease, { code: "unsubscribed", message }, error);
  }

  #break(lease: Lease, fault: SessionFault, error: string): void {
    lease.session.fail(fault);
    this.#end(lease, error);
  }

  #end(lease: Lease, error?: string): void {
    if (!this.#forget(lease)) return;
    const { session, subscription: { owner, uuid } } = lease;
    // Of its own finish a brain learns nothing new.
    const own = error === undefined;
    if (!own) owner.sessionEnded(session.id);
    if (owner.withdraw(session.id)) return;
    if (lease.quiet && own) return;
    owner.deliver(uuid, { kind: "endpoint-session-end", payload: { session: session.id, ...(!own && { error }) } }, !own);
  }

  #forget(lease: Lease): boolean {
    lease.subscription.sessions.delete(lease);
    this.#orphans.delete(lease);
    return this.#leases.delete(lease.session.id);
  }
}

function failed(model: string): string {
  return `the model ${JSON.stringify(model)} failed before its reply was complete`;
}
