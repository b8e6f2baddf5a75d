/**
 * Messages between agents (facts §4.8). A message reaches an agent only if it subscribed to the sender.
 * @module
 */

import type { Event } from "../protocol/mod.ts";

/** What a bus needs of an agent. */
export interface BusMember {
  /** Its name. */
  readonly name: string;
  /** Puts an event into its inbox; answers whether there was room. */
  offer(id: string, event: Event): boolean;
}

/**
 * Carries messages. All of its calls are one-way and all of its arguments values, so that a bus between machines can stand
 * where this one stands (design §9).
 */
export interface Bus {
  /** Makes an agent reachable. */
  join(member: BusMember): void;
  /** Makes an agent unreachable and forgets its subscriptions. */
  leave(name: string): void;
  /** `owner` wants the messages of `source`, tagged `uuid`; an older subscription to the same source is replaced. */
  subscribe(owner: string, source: string, uuid: string): void;
  /** Ends the subscription that `uuid` names or once named; nothing when it names none of `owner`'s. */
  unsubscribe(owner: string, uuid: string): void;
  /** Sends text; it is dropped when the recipient does not listen or its inbox is full. */
  send(from: string, to: string, payload: string): void;
  /** The live subscriptions of an agent. */
  subscriptions(owner: string): { u: string; source: string }[];
}

/** How many replaced handles of a subscription still end it; older ones are forgotten. */
const MAX_ALIASES = 64;

interface Subscription {
  source: string;
  live: string;
  aliases: string[];
}

interface Seat {
  member?: BusMember;
  bySource: Map<string, Subscription>;
  byUuid: Map<string, Subscription>;
}

/** The bus of one process. Every call is constant in the number of agents and subscriptions. */
export class LocalBus implements Bus {
  readonly #seats = new Map<string, Seat>();

  /** See {@linkcode Bus}. */
  join(member: BusMember): void {
    this.#seat(member.name).member = member;
  }

  /** See {@linkcode Bus}. */
  leave(name: string): void {
    this.#seats.delete(name);
  }

  /** See {@linkcode Bus}. */
  subscribe(owner: string, source: string, uuid: string): void {
    const seat = this.#seat(owner);
    let subscription = seat.bySource.get(source);
    if (subscription === undefined) {
      subscription = { source, live: uuid, aliases: [] };
      seat.bySource.set(source, subscription);
    } else {
      subscription.aliases.push(subscription.live);
      subscription.live = uuid;
      if (subscription.aliases.length > MAX_ALIASES) seat.byUuid.delete(subscription.aliases.shift()!);
    }
    seat.byUuid.set(uuid, subscription);
  }

  /** See {@linkcode Bus}. */
  unsubscribe(owner: string, uuid: string): void {
    const seat = this.#seats.get(owner);
    const subscription = seat?.byUuid.get(uuid);
    if (seat === undefined || subscription === undefined) return;
    seat.bySource.delete(subscription.source);
    seat.byUuid.delete(subscription.live);
    for (const alias of subscription.aliases) seat.byUuid.delete(alias);
  }

  /** See {@linkcode Bus}. */
  send(from: string, to: string, payload: string): void {
    const seat = this.#seats.get(to);
    const subscription = seat?.bySource.get(from);
    if (subscription) seat!.member?.offer(subscription.live, { kind: "message", payload });
  }

  /** See {@linkcode Bus}. */
  subscriptions(owner: string): { u: string; source: string }[] {
    return [...this.#seats.get(owner)?.bySource.values() ?? []].map(({ live, source }) => ({ u: live, source }));
  }

  #seat(name: string): Seat {
    let seat = this.#seats.get(name);
    if (seat === undefined) {
      seat = { bySource: new Map(), byUuid: new Map() };
      this.#seats.set(name, seat);
    }
    return seat;
  }
}
