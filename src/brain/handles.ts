/**
 * The handles that a brain has open, as far as its process has to know them: how many there are, what each names, and which were
 * cancelled while events of theirs may still be under way (design §3).
 * @module
 */

import { type HandleKind, type LiveHandle, MAX_HANDLES } from "../protocol/frames.ts";

/** More cancelled handles than this are not remembered: a `sync` tells that no further events of theirs are under way. */
const MAX_SUPPRESSED = 4096;

/** How many replaced subscriptions are remembered, so that they can still end what replaced them; the oldest are forgotten. */
const MAX_ALIASES = MAX_HANDLES;

/** The kinds of event after which a handle of a kind is closed. */
const terminal: Readonly<Record<string, readonly string[]>> = {
  chat: ["chat-end", "error"],
  tool: ["tool-result", "error"],
  timer: ["timer"],
};

/** The open handles of one run. */
export class Handles {
  readonly #open = new Map<string, LiveHandle>();
  /** Of each subscribed agent and model (`kind source`), the handle that is live. */
  readonly #bySource = new Map<string, string>();
  /** Of each replaced subscription, what it subscribed to. */
  readonly #aliases = new Map<string, string>();
  readonly #suppressed = new Set<string>();

  /** Begins with the handles that an earlier run left open. */
  constructor(live: readonly LiveHandle[]) {
    for (const handle of live) this.open(handle);
  }

  /** Whether one more may be opened. */
  get full(): boolean {
    return this.#open.size >= MAX_HANDLES;
  }

  /** Counts a handle. A second one for the same agent or model replaces the first, which stays as an alias. */
  open(handle: LiveHandle): void {
    const source = sourceOf(handle);
    if (source !== undefined) {
      const former = this.#bySource.get(source);
      if (former !== undefined) {
        this.#open.delete(former);
        this.#alias(former, source);
      }
      this.#bySource.set(source, handle.u);
    }
    this.#open.set(handle.u, handle);
  }

  /** Whether there is a handle for this agent or model already, so that another one adds none. */
  hasSource(kind: HandleKind, source: string): boolean {
    return this.#bySource.has(sourceKey(kind, source));
  }

  /** Forgets a handle, or the subscription that replaced it. */
  close(u: string): void {
    const handle = this.#open.get(u);
    const source = handle === undefined ? this.#aliases.get(u) : sourceOf(handle);
    this.#open.delete(u);
    if (source === undefined) return;
    const live = this.#bySource.get(source);
    if (live !== undefined) this.#open.delete(live);
    this.#bySource.delete(source);
    this.#aliases.delete(u);
  }

  /** Notes the host's word that a handle is closed. Of one that was replaced that is no news about what replaced it. */
  ended(u: string): void {
    if (this.#open.has(u)) this.close(u);
    else this.#aliases.delete(u);
  }

  /** Notes that an event of this kind was handed over: it may be the handle's last. */
  closeAfter(u: string, eventKind: string): void {
    const handle = this.#open.get(u);
    if (handle !== undefined && terminal[handle.kind]?.includes(eventKind)) this.#open.delete(u);
  }

  /**
   * Closes a handle of this kind and suppresses its events; one of another kind is left alone, and of an unknown one there may be
   * events of an earlier run.
   */
  cancel(u: string, kind: HandleKind): void {
    const handle = this.#open.get(u);
    if (handle !== undefined && handle.kind !== kind) return;
    this.#open.delete(u);
    this.#suppressed.add(u);
  }

  /** Whether events of this handle are to be skipped. */
  isSuppressed(u: string): boolean {
    // Mostly there are none, and a look-up would hash the handle of every event.
    return this.#suppressed.size > 0 && this.#suppressed.has(u);
  }

  /** Whether so many handles are suppressed that a `sync` should end it. */
  get crowded(): boolean {
    return this.#suppressed.size > MAX_SUPPRESSED;
  }

  /** The suppressed handles, which are forgotten: the host has heard of them all. */
  takeSuppressed(): ReadonlySet<string> {
    const taken = new Set(this.#suppressed);
    this.#suppressed.clear();
    return taken;
  }

  #alias(u: string, source: string): void {
    this.#aliases.set(u, source);
    if (this.#aliases.size > MAX_ALIASES) {
      for (const oldest of this.#aliases.keys()) {
        this.#aliases.delete(oldest);
        break;
      }
    }
  }
}

/** By what a subscription's source is known; `undefined` for a handle that is no subscription. */
function sourceOf({ kind, source }: LiveHandle): string | undefined {
  return source === undefined ? undefined : sourceKey(kind, source);
}

function sourceKey(kind: HandleKind, source: string): string {
  return `${kind} ${source}`;
}
