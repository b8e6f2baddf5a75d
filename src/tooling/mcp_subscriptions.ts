/**
 * Subscriptions to a server's resources that outlive the connection.
 * @module
 */

import type { ResourceContent, ResourceInfo, ResourceUpdate } from "../protocol/mod.ts";
import { abortable, pause } from "./abortable.ts";
import { Latest } from "./latest.ts";
import type { Backoff, McpConnection } from "./mcp_connection.ts";
import type { ServerNotification } from "./mcp_dial.ts";
import type { McpSession, RequestLimits } from "./mcp_session.ts";
import { Topic } from "./mcp_topic.ts";
import type { Logger } from "../protocol/log.ts";

/** What the subscriptions need of their tooling. */
export interface SubscriptionHost {
  /** The shared connection. */
  connection: McpConnection;
  /** The pauses between attempts to subscribe again. */
  backoff: Backoff;
  /** How long subscribing may take. */
  limits: RequestLimits;
  /** Where faults that no subscriber sees go. */
  log: Logger;
  /** Fetches the list, all pages. */
  listResources(signal: AbortSignal): Promise<ResourceInfo[]>;
  /** Reads one resource. */
  readResource(uri: string, signal: AbortSignal): Promise<ResourceContent[]>;
  /** An error as one line that names the tooling. */
  explain(operation: string, error: unknown): Error;
}

/** The shortest pause before subscribing again, in ms: a server that crashes at each subscription must not be restarted in a loop. */
const MIN_RESTORE_MS = 10;

/** The subscriptions of one tooling. */
export class McpSubscriptions {
  readonly #host: SubscriptionHost;
  #list: Topic<ResourceInfo[]> | undefined;
  /** By URI; bounded by what brains subscribe to. */
  readonly #resources = new Map<string, Topic<ResourceContent[]>>();
  /** Unsubscriptions under way, by URI: a new subscription waits, so that the server sees them in order. */
  readonly #leaving = new Map<string, Promise<void>>();
  #restoring = false;
  #restoreDelay = 0;
  #restoredAt = 0;

  /** @param host the tooling */
  constructor(host: SubscriptionHost) {
    this.#host = host;
    host.connection.onLost = () => this.#restore();
    host.connection.closed.addEventListener("abort", () => {
      for (const topic of this.#topics()) topic.end();
    }, { once: true });
  }

  /**
   * Follows the list of resources.
   * @throws when the server cannot be reached or refuses
   */
  followList(signal: AbortSignal): Promise<AsyncIterable<ResourceUpdate<ResourceInfo[]>>> {
    const topic = this.#list ??= new Topic({
      fetch: (stop) => this.#host.listResources(stop),
      open: (session, stop) => this.#openList(session, stop),
      close: (_session, closeStream) => {
        this.#list = undefined;
        closeStream?.();
      },
    });
    return this.#follow(topic, signal);
  }

  /**
   * Follows one resource.
   * @throws when the server cannot be reached or refuses
   */
  async followResource(uri: string, signal: AbortSignal): Promise<AsyncIterable<ResourceUpdate<ResourceContent[]>>> {
    while (this.#leaving.has(uri)) await abortable(this.#leaving.get(uri) as Promise<void>, signal);
    let topic = this.#resources.get(uri);
    if (topic === undefined) {
      topic = new Topic({
        fetch: (stop) => this.#host.readResource(uri, stop),
        open: (session, stop) => this.#openResource(uri, session, stop),
        close: (session, stream) => this.#leave(uri, session, stream),
      });
      this.#resources.set(uri, topic);
    }
    return await this.#follow(topic, signal);
  }

  /** Takes a notification of the server; constant time but for resources that are parts of a followed one. */
  notify(notification: ServerNotification): void {
    if (notification.method === "notifications/resources/list_changed") this.#list?.refetch();
    if (notification.method !== "notifications/resources/updated") return;
    const uri = notification.params?.["uri"];
    if (typeof uri !== "string") return;
    for (const [followed, topic] of this.#resources) {
      if (isPartOf(uri, followed)) topic.refetch();
    }
  }

  async #follow<T>(topic: Topic<T>, signal: AbortSignal): Promise<AsyncIterable<ResourceUpdate<T>>> {
    const updates: Latest<ResourceUpdate<T>> = new Latest(() => topic.remove(updates));
    topic.add(updates);
    try {
      const session = await this.#host.connection.acquire(signal);
      await abortable(topic.open(session), signal);
      signal.throwIfAborted();
    } catch (error) {
      topic.remove(updates);
      throw error;
    }
    signal.addEventListener("abort", () => topic.remove(updates), { once: true });
    return updates;
  }

  /** The older revision sends `list_changed` unasked, declared or not; the newer one only on a stream that was asked for. */
  async #openList(session: McpSession, stop: AbortSignal): Promise<(() => void) | undefined> {
    if (!session.modern) return undefined;
    return await this.#listen(session, { resourcesListChanged: true }, stop);
  }

  async #openResource(uri: string, session: McpSession, stop: AbortSignal): Promise<(() => void) | undefined> {
    if (session.modern) return await this.#listen(session, { resourceSubscriptions: [uri] }, stop);
    try {
      await session.request("resources/subscribe", { uri }, this.#host.limits, stop);
      return undefined;
    } catch (error) {
      throw this.#host.explain("resources/subscribe", error);
    }
  }

  async #listen(
    session: McpSession,
    filter: { resourcesListChanged: true } | { resourceSubscriptions: string[] },
    stop: AbortSignal,
  ): Promise<() => void> {
    try {
      const stream = await session.listen(filter, this.#host.limits, stop);
      // A server may end the stream while the connection lives.
      stream.closed.then((cause) => {
        if (cause !== "local") this.#restore();
      });
      return () => void stream.close().catch(() => {});
    } catch (error) {
      throw this.#host.explain("subscriptions/listen", error);
    }
  }

  /** Tells the server, at once, that nobody follows `uri` any more. */
  #leave(uri: string, session: McpSession | undefined, closeStream: (() => void) | undefined): void {
    this.#resources.delete(uri);
    closeStream?.();
    if (session === undefined || session.modern || session !== this.#host.connection.current) return;
    const left = session.request("resources/unsubscribe", { uri }, this.#host.limits, this.#host.connection.closed)
      .then(
        () => {},
        (error) => this.#host.log.debug(String(this.#host.explain("resources/unsubscribe", error))),
      )
      .finally(() => this.#leaving.delete(uri));
    this.#leaving.set(uri, left);
  }

  /**
   * Subscribes everything again after the connection or a stream broke, and fetches anew what may have changed meanwhile. Goes on
   * until it worked or nobody follows anything; the subscribers are told of the first failure.
   */
  async #restore(): Promise<void> {
    if (this.#restoring) return;
    this.#restoring = true;
    const stop = this.#host.connection.closed;
    const cap = Math.max(MIN_RESTORE_MS, this.#host.backoff.tooling_connect_backoff_cap_secs * 1_000);
    const start = Math.max(MIN_RESTORE_MS, this.#host.backoff.tooling_connect_backoff_start_ms);
    // A connection that held for the cap's length was sound; one that keeps breaking is followed up ever more slowly.
    if (Date.now() - this.#restoredAt > cap) this.#restoreDelay = 0;
    let told = false;
    try {
      while (this.#topics().length > 0) {
        this.#restoreDelay = Math.min(cap, Math.max(start, this.#restoreDelay * 2));
        await pause(this.#restoreDelay, stop);
        const failure = await this.#tryRestore(stop);
        if (failure === undefined) break;
        for (const topic of told ? [] : this.#topics()) topic.fail(failure);
        told = true;
      }
      this.#restoredAt = Date.now();
    } catch {
      // The tooling is closed, and with it the topics.
    } finally {
      this.#restoring = false;
    }
  }

  /** Why it failed; nothing when it worked. */
  async #tryRestore(stop: AbortSignal): Promise<string | undefined> {
    try {
      const session = await this.#host.connection.acquire(stop);
      await Promise.all(this.#topics().map((topic) => topic.reopen(session)));
      return session === this.#host.connection.current ? undefined : "the connection broke again";
    } catch (error) {
      stop.throwIfAborted();
      return this.#host.explain("subscriptions", error).message;
    }
  }

  #topics(): (Topic<ResourceInfo[]> | Topic<ResourceContent[]>)[] {
    return [...(this.#list === undefined ? [] : [this.#list]), ...this.#resources.values()];
  }
}

/** Whether a notification for `uri` concerns a follower of `followed`: the same one, or one below it (MCP allows both). */
function isPartOf(uri: string, followed: string): boolean {
  if (!uri.startsWith(followed)) return false;
  return uri.length === followed.length || followed.endsWith("/") || "/?#".includes(uri.charAt(followed.length));
}
