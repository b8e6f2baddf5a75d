/**
 * The agents that are being driven.
 * @module
 */

import type { Supervisor } from "./supervisor.ts";

/** Drives agents, each through one life; more may join while others run. */
export class Crew {
  /** What agents failed with, by name, in the order of their ends. */
  readonly failures: Map<string, unknown> = new Map();
  readonly #life: (supervisor: Supervisor) => Promise<void>;
  readonly #running = new Map<string, Promise<void>>();
  #disbanded = false;

  /** A crew without members, each of which is to live through `life`. */
  constructor(life: (supervisor: Supervisor) => Promise<void>) {
    this.#life = life;
  }

  /** Whether `ended` came to its end: nobody may join any more. */
  get disbanded(): boolean {
    return this.#disbanded;
  }

  /** Starts an agent's life. */
  add(supervisor: Supervisor): void {
    const { name } = supervisor.agent;
    this.failures.delete(name);
    const running = this.#life(supervisor).catch((error) => {
      this.failures.set(name, error);
    }).then(() => {
      this.#running.delete(name);
    });
    this.#running.set(name, running);
  }

  /** Resolves when the agent of this name runs no more. */
  whenEnded(name: string): Promise<void> {
    return this.#running.get(name) ?? Promise.resolve();
  }

  /** Resolves when nobody runs any more; from then on the crew is disbanded. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
    this.#disbanded = true;
  }
}
