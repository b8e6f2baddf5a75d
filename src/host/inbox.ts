/**
 * The one inbox of an agent: everything that reaches its brain passes through here, in order (design §3, §8).
 *
 * An event stays in the inbox until the brain process acks it. Between being pushed and being acked it is *in flight*; when a run
 * ends, what is in flight returns to the head. Events are kept as JSON text: the bus passes values, and the text is what travels.
 * @module
 */

import { type Event, type EventKind, MAX_FRAME_BYTES, WINDOW_BYTES, WINDOW_EVENTS } from "../protocol/mod.ts";
import { utf8Length } from "../pure/utf8_length.ts";

/**
 * How many bytes of events an inbox holds before others must wait or are turned away, beside the configured count: a few events of
 * the largest size, so that a full inbox of large events cannot take the host's memory.
 */
export const MAX_INBOX_BYTES: number = 64 * 1024 * 1024;

/** An event in an inbox. */
export interface Entry {
  /** The source's handle. */
  id: string;
  /** The event's kind. */
  readonly kind: EventKind;
  /** The endpoint session that a request begins or an end ends. */
  readonly session?: string;
  /** The event as JSON text. */
  json: string;
  /** Its number within the run while it is in flight, else 0. */
  n: number;
  /** Its source was cancelled: it is dropped when its turn comes. */
  cancelled: boolean;
}

/** What an inbox tells its surroundings. */
export interface InboxEvents {
  /** The first of a burst of events was turned away because the inbox was full. */
  dropped(kind: EventKind): void;
  /** A burst ended after so many events were turned away. */
  droppedInAll(count: number): void;
}

/** See the module. */
export class Inbox {
  #bound: number;
  readonly #events: InboxEvents;
  /** Queued entries from `#head` on; the front is cut off now and then, so that taking is constant on average. */
  #queue: Entry[] = [];
  #head = 0;
  /** Entries in flight, oldest first, from `#flightHead` on. */
  #flight: Entry[] = [];
  #flightHead = 0;
  #flightBytes = 0;
  #bytes = 0;
  /** How many queued entries are cancelled; they count no more. */
  #dead = 0;
  #lastNumber = 0;
  #droppedNow = 0;
  #reader: ((urgent: boolean) => void) | undefined;
  #waiting: (() => void)[] = [];
  /** The queued update of each resource subscription, which a newer one replaces. */
  readonly #latest = new Map<string, Entry>();
  /** The requests that it holds, in flight or not, by session. */
  readonly #requests = new Map<string, Entry>();

  /** An inbox that turns others away at `bound` events (in flight included). */
  constructor(bound: number, events: InboxEvents) {
    this.#bound = bound;
    this.#events = events;
  }

  /** How many events it holds, those in flight included. */
  get size(): number {
    return this.#queue.length - this.#head - this.#dead + this.#flight.length - this.#flightHead;
  }

  /** How many events others may make it hold, those in flight included; a lower bound than before drops nothing that is there. */
  set bound(bound: number) {
    this.#bound = bound;
    this.#wake();
  }

  /** How many events are in flight. */
  get inFlight(): number {
    return this.#flight.length - this.#flightHead;
  }

  /** Whether others may put something in. */
  get hasRoom(): boolean {
    return this.size < this.#bound && this.#bytes < MAX_INBOX_BYTES;
  }

  /** Puts an event of another agent or a client in; answers whether there was room. */
  offer(id: string, event: Event): boolean {
    if (!this.hasRoom) {
      if (this.#droppedNow++ === 0) this.#events.dropped(event.kind);
      return false;
    }
    if (this.#droppedNow > 0) {
      this.#events.droppedInAll(this.#droppedNow);
      this.#droppedNow = 0;
    }
    this.put(id, event);
    return true;
  }

  /**
   * Puts an event in whatever the bound: for kinds that open handles bound already, and for pumps that waited for room. One that is not
   * `urgent` may reach its brain together with a later one.
   */
  put(id: string, event: Event, urgent = true): void {
    this.#append(id, this.#encode(event), urgent);
  }

  /** Puts a resource's update in; it takes the place of an older one of the same subscription that is still queued. */
  putLatest(id: string, event: Event): void {
    const older = this.#latest.get(id);
    const encoded = this.#encode(event);
    if (older && older.n === 0 && !older.cancelled && older.kind === encoded.kind) {
      this.#bytes += encoded.json.length - older.json.length;
      older.json = encoded.json;
      return;
    }
    this.#latest.set(id, this.#append(id, encoded));
  }

  /** Resolves when there is room for a pump's next batch; rejects when `signal` fires. First come, first served. */
  room(signal: AbortSignal): Promise<void> {
    if (this.hasRoom && this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const wake = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== wake);
        reject(signal.reason);
      };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(wake);
    });
  }

  /** Drops every queued event of a source, and marks those in flight so that they do not come back. */
  cancel(id: string): void {
    for (let i = this.#flightHead; i < this.#flight.length; i++) {
      if (this.#flight[i]!.id === id) this.#flight[i]!.cancelled = true;
    }
    for (let i = this.#head; i < this.#queue.length; i++) {
      if (this.#queue[i]!.id === id) this.#kill(this.#queue[i]!);
    }
    this.#wake();
  }

  /**
   * The session of a request is over: answers whether the request was dropped before any brain was offered it, so that nobody needs to
   * hear of the end. One that is in flight may be with the brain already; it only does not come back when the run dies.
   */
  withdraw(session: string): boolean {
    const entry = this.#requests.get(session);
    if (entry === undefined) return false;
    if (entry.n > 0) {
      entry.cancelled = true;
      return false;
    }
    this.#kill(entry);
    this.#wake();
    return true;
  }

  /** What waits under the handle `from`, in flight or not, belongs to `to` from now on. */
  retag(from: string, to: string): void {
    for (let i = this.#flightHead; i < this.#flight.length; i++) if (this.#flight[i]!.id === from) this.#flight[i]!.id = to;
    for (let i = this.#head; i < this.#queue.length; i++) if (this.#queue[i]!.id === from) this.#queue[i]!.id = to;
  }

  /**
   * Lets a run read: `ready` is called whenever an event may have become takable, with whether it is one that should not wait. Numbers start
   * anew.
   */
  attach(ready: (urgent: boolean) => void): void {
    this.#reader = ready;
    this.#lastNumber = 0;
  }

  /** The next event for the reader, now in flight; nothing when the queue is empty or the credit is used up. */
  take(): Entry | undefined {
    while (this.#head < this.#queue.length) {
      const entry = this.#queue[this.#head]!;
      if (!entry.cancelled) {
        const flying = this.#flight.length - this.#flightHead;
        if (flying >= WINDOW_EVENTS || flying > 0 && this.#flightBytes + entry.json.length > WINDOW_BYTES) return undefined;
      }
      this.#head++;
      if (this.#head > 1024 && this.#head * 2 > this.#queue.length) {
        this.#queue = this.#queue.slice(this.#head);
        this.#head = 0;
      }
      if (this.#latest.size > 0 && this.#latest.get(entry.id) === entry) this.#latest.delete(entry.id);
      if (entry.cancelled) {
        this.#dead--;
        continue;
      }
      entry.n = ++this.#lastNumber;
      this.#flight.push(entry);
      this.#flightBytes += entry.json.length;
      return entry;
    }
    return undefined;
  }

  /** The event `n` left the flight: acked or skipped. Answers it, or nothing when it is not the oldest in flight. */
  settle(n: number): Entry | undefined {
    const entry = this.#flight[this.#flightHead];
    if (entry === undefined || entry.n !== n) return undefined;
    this.#flightHead++;
    if (this.#flightHead > 256 && this.#flightHead * 2 > this.#flight.length) {
      this.#flight = this.#flight.slice(this.#flightHead);
      this.#flightHead = 0;
    }
    this.#flightBytes -= entry.json.length;
    this.#bytes -= entry.json.length;
    this.#forgetRequest(entry);
    this.#wake();
    return entry;
  }

  /** Every event up to `n` left the flight. Answers them, or nothing when `n` was not in flight. */
  settleThrough(n: number): Entry[] {
    const last = this.#flight.at(-1);
    if (last === undefined || n > last.n || n < (this.#flight[this.#flightHead]?.n ?? Infinity)) return [];
    const settled: Entry[] = [];
    for (let next = this.#flight[this.#flightHead]; next !== undefined && next.n <= n; next = this.#flight[this.#flightHead]) {
      settled.push(this.settle(next.n)!);
    }
    return settled;
  }

  /**
   * The run is over: what is in flight returns to the head, save what was cancelled; the end of a request that does not return goes too.
   * Of a process that was lost chat deltas do not return: see `MAX_OWED_ACKS`.
   */
  detach(lost = false): void {
    this.#reader = undefined;
    const back: Entry[] = [];
    const over = new Set<string>();
    for (let i = this.#flightHead; i < this.#flight.length; i++) {
      const entry = this.#flight[i]!;
      if (entry.cancelled || lost && entry.kind === "chat-delta") {
        this.#bytes -= entry.json.length;
        this.#forgetRequest(entry);
        if (entry.session !== undefined) over.add(entry.session);
        continue;
      }
      entry.n = 0;
      back.push(entry);
    }
    this.#queue = back.concat(this.#queue.slice(this.#head));
    this.#head = 0;
    if (over.size > 0) { for (const entry of this.#queue) if (entry.session && over.has(entry.session)) this.#kill(entry); }
    this.#flight = [];
    this.#flightHead = 0;
    this.#flightBytes = 0;
    this.#wake();
  }

  /**
   * The event as text. One that no frame could carry becomes an error of the same source, so that its brain hears of it (design §3).
   * A UTF-16 unit takes at most three bytes, so most texts need no counting.
   */
  #encode(event: Event): Pick<Entry, "kind" | "json" | "session"> {
    const json = plainDelta(event) ?? JSON.stringify(event);
    const room = MAX_FRAME_BYTES - 128; // the frame around it
    if (json.length * 3 <= room || utf8Length(json) <= room) {
      const ofSession = event.kind === "endpoint-message" || event.kind === "endpoint-session-end";
      return { kind: event.kind, json, session: ofSession ? event.payload.session : undefined };
    }
    const size = utf8Length(json);
    const payload = `the ${event.kind} event is too large: ${size} bytes, where at most ${room} can be delivered`;
    return { kind: "error", json: JSON.stringify({ kind: "error", payload }) };
  }

  #append(id: string, { kind, json, session }: Pick<Entry, "kind" | "json" | "session">, urgent = true): Entry {
    const entry: Entry = { id, kind, json, session, n: 0, cancelled: false };
    this.#queue.push(entry);
    this.#bytes += json.length;
    if (kind === "endpoint-message" && session !== undefined) this.#requests.set(session, entry);
    this.#reader?.(urgent);
    return entry;
  }

  /** A queued entry counts no more; it is passed over when its turn comes. */
  #kill(entry: Entry): void {
    if (entry.cancelled) return;
    entry.cancelled = true;
    this.#dead++;
    this.#bytes -= entry.json.length;
    this.#forgetRequest(entry);
  }

  #forgetRequest(entry: Entry): void {
    if (entry.kind === "endpoint-message" && entry.session !== undefined) this.#requests.delete(entry.session);
  }

  /** Wakes one pump for what just left, and the others one a turn: each fills what room there is before the next one looks. */
  #wake(): void {
    if (this.#waiting.length === 0 || !this.hasRoom) return;
    this.#waiting.shift()!();
    if (this.#waiting.length > 0) setTimeout(() => this.#wake(), 0);
  }
}

/** A delta of text alone as JSON: by far the most events are these, and written out they cost a third (measured). */
function plainDelta(event: Event): string | undefined {
  if (event.kind !== "chat-delta") return undefined;
  const { content, reasoning, tool_calls, tool_call, finish_reason, usage } = event.payload;
  if (typeof content !== "string" || tool_calls.length > 0) return undefined;
  if (reasoning !== undefined || tool_call !== undefined || finish_reason !== undefined || usage !== undefined) return undefined;
  return `{"kind":"chat-delta","payload":{"content":${JSON.stringify(content)},"tool_calls":[]}}`;
}
