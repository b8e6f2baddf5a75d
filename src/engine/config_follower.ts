/**
 * Puts a changed config into effect while agents run (`--watch`; design §8).
 * @module
 */

import { getLogger } from "../protocol/log.ts";
import type { LoadedConfig } from "../config/mod.ts";
import { errorChain } from "../host/mod.ts";
import type { Crew } from "./crew.ts";
import type { Host } from "./host.ts";
import { planChange } from "./reconfigure.ts";
import type { Registries } from "./registries.ts";
import type { Shutdown } from "./shutdown.ts";

const log = getLogger(["omw", "engine"]);

/** What a follower works on. */
export interface ConfigFollowerOptions {
  /** What runs. */
  host: Host;
  /** Who drives the agents. */
  crew: Crew;
  /** The config that is in effect at first. */
  loaded: LoadedConfig;
  /** The kinds that there are. */
  registries: Registries;
  /** Once it is requested, nothing changes any more. */
  shutdown: Shutdown;
  /** Reads the config anew. @throws {Error} when it cannot be used */
  reread(): Promise<LoadedConfig>;
}

/** See the module. */
export class ConfigFollower {
  readonly #options: ConfigFollowerOptions;
  #now: LoadedConfig;

  /** A follower of the config that is in effect. */
  constructor(options: ConfigFollowerOptions) {
    this.#options = options;
    this.#now = options.loaded;
  }

  /**
   * Reads the config and puts it into effect; one that cannot be used changes nothing and says why. Never rejects.
   * @param watch begins to watch the files that the agents have by then; it comes before any is read, so that no edit is missed
   */
  async follow(watch: () => Promise<void>): Promise<void> {
    try {
      await this.#take(await this.#options.reread(), watch);
    } catch (error) {
      log.warn("changed configuration rejected, keeping the old one", { error: errorChain(error) });
    }
  }

  async #take(next: LoadedConfig, watch: () => Promise<void>): Promise<void> {
    const { host, crew, registries } = this.#options;
    await this.#oldOnesGone(next);
    const change = await planChange(host, this.#now, next, registries);
    // Asked in the same turn in which the change is made: who is added later than a shutdown would not hear of it.
    if (this.#over) return;
    const { added, changed, removed } = change.apply();
    this.#now = next;
    await watch();
    if (crew.disbanded) return;
    for (const supervisor of added) crew.add(supervisor);
    for (const supervisor of changed) void supervisor.reload();
    for (const supervisor of removed) {
      void crew.whenEnded(supervisor.agent.name).then(() => host.removeAgent(supervisor));
    }
    log.info("configuration reloaded", { added: names(added), removed: names(removed), changed: names(changed) });
  }

  /** An agent that comes back while its former self still ends, by the name of which its models and messages go, waits for that. */
  async #oldOnesGone(next: LoadedConfig): Promise<void> {
    const { host, crew } = this.#options;
    for (const { name } of next.config.agents) {
      const supervisor = host.supervisors.get(name);
      if (!supervisor?.stopping || this.#over) continue;
      await crew.whenEnded(name);
      host.removeAgent(supervisor);
    }
  }

  get #over(): boolean {
    return this.#options.shutdown.requested || this.#options.crew.disbanded;
  }
}

function names(supervisors: readonly { agent: { name: string } }[]): string[] {
  return supervisors.map(({ agent }) => agent.name);
}
