/**
 * One thing of a server that is followed: its list of resources, or one resource.
 * @module
 */

import type { ResourceUpdate } from "../protocol/mod.ts";
import type { Latest } from "./latest.ts";
import type { McpSession } from "./mcp_session.ts";

/** How a topic is followed at the server and what is fetched when it changed. */
export interface TopicSource<T> {
  /** Fetches the present value. */
  fetch(stop: AbortSignal): Promise<T>;
  /** Asks the server for notifications; resolves with how to close the stream, where there is one. */
  open(session: McpSession, stop: AbortSignal): Promise<(() => void) | undefined>;
  /** Called when the last subscriber left, with what `open` was last given and gave. */
  close(session: McpSession | undefined, closeStream: (() => void) | undefined): void;
}

/** Any number of subscribers of one thing: subscribed at the server once, fetched once for all of them. */
export class Topic<T> {
  readonly #source: TopicSource<T>;
  readonly #subscribers = new Set<Latest<ResourceUpdate<T>>>();
  readonly #stop = new AbortController();
  #session: McpSession | undefined;
  #opening: Promise<void> | undefined;
  #closeStream: (() => void) | undefined;
  #isFetching = false;
  #isStale = false;

  /** @param source how to follow it */
  constructor(source: TopicSource<T>) {
    this.#source = source;
  }

  /** Adds a subscriber. */
  add(subscriber: Latest<ResourceUpdate<T>>): void {
    this.#subscribers.add(subscriber);
  }

  /** Removes and ends a subscriber; with the last one the topic ends. */
  remove(subscriber: Latest<ResourceUpdate<T>>): void {
    if (!this.#subscribers.delete(subscriber)) return;
    subscriber.end();
    if (this.#subscribers.size > 0) return;
    // Before the abort: a subscription still being made is cancelled by it, one that was made must be taken back.
    this.#source.close(this.#session, this.#closeStream);
    this.#stop.abort(new Error("nobody follows it any more"));
  }

  /** Ends all subscribers. */
  end(): void {
    for (const subscriber of [...this.#subscribers]) this.remove(subscriber);
  }

  /**
   * Makes sure that the server notifies over `session`; asked once per session, however many subscribers there are.
   * @throws what the source throws
   */
  open(session: McpSession): Promise<void> {
    if (this.#session === session && this.#opening !== undefined) return this.#opening;
    this.#session = session;
    const opening = this.#source.open(session, this.#stop.signal).then((closeStream) => {
      if (this.#stop.signal.aborted) closeStream?.();
      else this.#closeStream = closeStream;
    });
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    return this.#opening = opening;
  }

  /**
   * Opens it over another session, or over a new stream of the same one, and fetches what may have changed meanwhile.
   * @throws what the source throws
   */
  async reopen(session: McpSession): Promise<void> {
    this.#closeStream?.();
    this.#closeStream = undefined;
    this.#opening = undefined;
    await this.open(session);
    this.refetch();
  }

  /** Tells the subscribers that the value could not be had. */
  fail(error: string): void {
    for (const subscriber of this.#subscribers) subscriber.put({ error });
  }

  /** Fetches the value for all subscribers. Calls during a fetch lead to one more, however many they are. */
  refetch(): void {
    this.#isStale = true;
    if (!this.#isFetching) this.#fetch();
  }

  async #fetch(): Promise<void> {
    this.#isFetching = true;
    while (this.#isStale && !this.#stop.signal.aborted) {
      this.#isStale = false;
      try {
        const value = await this.#source.fetch(this.#stop.signal);
        for (const subscriber of this.#subscribers) subscriber.put({ value });
      } catch (error) {
        if (!this.#stop.signal.aborted) this.fail(error instanceof Error ? error.message : String(error));
      }
    }
    this.#isFetching = false;
  }
}
