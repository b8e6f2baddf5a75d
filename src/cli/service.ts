/**
 * Telling the service manager how `run` and `loop` do.
 * @module
 */

import type { ServiceNotifier } from "../engine/notify.ts";

/** What the manager is told. A second `stopping` says nothing new, and after it nobody is told of being ready. */
export interface Service {
  /** Start-up, or the reading of a changed config, is over. */
  ready(): void;
  /** The config is being read again. */
  reloading(): void;
  /** The end has begun. */
  stopping(): void;
  /** The last word: says `stopping` if nobody did, and closes the line. */
  close(): void;
}

/**
 * The line to the manager that `NOTIFY_SOCKET` names; absent outside of one. The code for it is loaded only then.
 * @throws {Error} when there is one and it cannot be used
 */
export async function openService(): Promise<Service | undefined> {
  if (!Deno.env.get("NOTIFY_SOCKET")) return undefined;
  // The file is imported for itself: the room's entry would load all of the engine before the config is read.
  const { ServiceNotifier } = await import(import.meta.resolve("../engine/notify.ts")) as typeof import("../engine/notify.ts");
  const notifier = ServiceNotifier.open((name) => Deno.env.get(name));
  return notifier && new NotifiedService(notifier);
}

class NotifiedService implements Service {
  readonly #notifier: ServiceNotifier;
  #stopping = false;

  constructor(notifier: ServiceNotifier) {
    this.#notifier = notifier;
  }

  ready(): void {
    if (this.#stopping) return;
    void this.#notifier.ready();
    // Again after each reload: it begins anew with a ping.
    this.#notifier.startWatchdog();
  }

  reloading(): void {
    if (!this.#stopping) void this.#notifier.reloading();
  }

  stopping(): void {
    if (this.#stopping) return;
    this.#stopping = true;
    void this.#notifier.stopping();
  }

  close(): void {
    this.stopping();
    this.#notifier.close();
  }
}
