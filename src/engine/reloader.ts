/**
 * Hot reload: turns changed files into reloads (docs, "Hot reload").
 * @module
 */

import { getLogger } from "@logtape/logtape";
import { errorChain } from "../host/mod.ts";
import type { Supervisor } from "./supervisor.ts";
import { MissingFolderError, Watcher } from "./watcher.ts";

const log = getLogger(["omw", "engine"]);

/** What a reloader follows. */
export interface ReloaderOptions {
  /** How long a file must be quiet before it counts, in ms. */
  debounceMs: number;
  /** The config's own path, if it has one. */
  config?: string;
  /** The agents as they are now. */
  supervisors(): Iterable<Supervisor>;
  /** The config changed; resolves when what it says is in effect. */
  configChanged(): Promise<void>;
}

/** Follows the brains' files and the config until it is closed. */
export class Reloader {
  readonly #options: ReloaderOptions;
  readonly #watcher: Watcher;
  readonly #watched = new Set<string>();
  #following: Promise<void> = Promise.resolve();

  /** A reloader that follows nothing yet. */
  constructor(options: ReloaderOptions) {
    this.#options = options;
    this.#watcher = new Watcher(options.debounceMs);
  }

  /** Starts to follow; what cannot be followed is warned about. */
  async start(): Promise<void> {
    await this.refresh();
    const scripts = [...this.#options.supervisors()].map(({ script }) => script);
    if (scripts.length > 0 && !scripts.some((script) => this.#watched.has(script))) {
      log.warn("--watch is set but no agent script can be watched");
    } else {
      log.info("watching agent scripts for hot reload", { scripts: new Set(scripts).size });
    }
    this.#following = this.#follow();
  }

  /** Follows the files that the agents have now, and no others. */
  async refresh(): Promise<void> {
    const wanted = new Set([...this.#options.supervisors()].map(({ script }) => script));
    if (this.#options.config !== undefined) wanted.add(this.#options.config);
    for (const path of [...this.#watched]) {
      if (wanted.has(path)) continue;
      this.#watched.delete(path);
      await this.#watcher.remove(path);
    }
    for (const path of wanted) {
      if (!this.#watched.has(path) && await this.#add(path)) this.#watched.add(path);
    }
  }

  /** Stops; resolves when no reload is under way any more. */
  async close(): Promise<void> {
    await this.#watcher.close();
    await this.#following;
  }

  async #add(path: string): Promise<boolean> {
    try {
      await this.#watcher.add(path);
      return true;
    } catch (error) {
      const known = error instanceof MissingFolderError;
      log.warn(known ? "cannot watch a script whose directory does not exist" : "cannot watch a file", {
        error: errorChain(error),
      });
      return false;
    }
  }

  async #follow(): Promise<void> {
    try {
      for (let batch = await this.#watcher.nextChange(); batch; batch = await this.#watcher.nextChange()) await this.#take(batch);
    } catch (error) {
      log.warn("script watcher ended; hot reload is disabled from here on", { error: errorChain(error) });
    }
  }

  async #take(batch: ReadonlySet<string>): Promise<void> {
    // First the config: it says which agents there are.
    if (this.#options.config !== undefined && batch.has(this.#options.config)) await this.#options.configChanged();
    const touched = [...this.#options.supervisors()].filter(({ script }) => batch.has(script));
    if (touched.length === 0) return;
    log.info("agent script changed", { agents: touched.map(({ agent }) => agent.name) });
    // Not awaited: a slow component holds up neither the other agents nor the next edit, which replaces its own load.
    for (const supervisor of touched) void supervisor.reload();
  }
}
