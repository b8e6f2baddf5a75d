/**
 * Hot reload: turns changed files into reloads (docs, "Hot reload").
 * @module
 */

import { getLogger } from "../protocol/log.ts";
import { errorChain } from "../host/mod.ts";
import type { Supervisor } from "./supervisor.ts";
import { MissingFolderError, Watcher } from "./watcher.ts";

const log = getLogger(["omw", "engine"]);

/** What a reloader follows. */
export interface ReloaderOptions {
  /** How long a file must be quiet before it counts, in ms; asked again after each change of the config. */
  debounceMs(): number;
  /** The config's own path, if it has one. */
  config?: string;
  /** The agents as they are now. */
  supervisors(): Iterable<Supervisor>;
  /**
   * The config changed; resolves when what it says is in effect. Must not reject.
   * @param watch watches the files that the agents have now, and no others; never rejects
   */
  configChanged(watch: () => Promise<void>): Promise<void>;
}

/** Follows the brains' files and the config until it is closed. */
export class Reloader {
  readonly #options: ReloaderOptions;
  readonly #watcher: Watcher;
  readonly #watched = new Set<string>();
  /** The files of which it was told already that they cannot be watched. */
  readonly #told = new Set<string>();
  #following: Promise<void> = Promise.resolve();

  /** A reloader that follows nothing yet. */
  constructor(options: ReloaderOptions) {
    this.#options = options;
    this.#watcher = new Watcher(options.debounceMs());
  }

  /** Starts to follow; what cannot be followed is warned about. */
  async start(): Promise<void> {
    const files = await this.#refresh();
    if (files.size > 0 && files.isDisjointFrom(this.#watched)) {
      log.warn("--watch is set but no agent script can be watched");
    } else {
      log.info("watching agent scripts for hot reload", { scripts: files.size });
    }
    this.#following = this.#follow();
  }

  /** Stops; resolves when no change is being taken in any more. */
  async close(): Promise<void> {
    this.#watcher.close();
    await this.#following;
  }

  /** Watches the files that the agents have now and the config, and no others. Answers those of the agents. */
  async #refresh(): Promise<ReadonlySet<string>> {
    this.#watcher.debounceMs = this.#options.debounceMs();
    const files = new Set((await this.#files()).flatMap(({ files }) => files));
    const wanted = new Set(files);
    if (this.#options.config !== undefined) wanted.add(this.#options.config);
    for (const path of this.#watched.difference(wanted)) {
      this.#watched.delete(path);
      await this.#watcher.remove(path);
    }
    for (const path of wanted.difference(this.#watched)) {
      if (await this.#add(path)) this.#watched.add(path);
    }
    return files;
  }

  async #add(path: string): Promise<boolean> {
    try {
      await this.#watcher.add(path);
      this.#told.delete(path);
      return true;
    } catch (error) {
      if (this.#told.has(path)) return false;
      this.#told.add(path);
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
    if (this.#options.config !== undefined && batch.has(this.#options.config)) {
      await this.#options.configChanged(async () => {
        await this.#refresh();
      });
    }
    const touched = (await this.#files()).filter(({ files }) => files.some((file) => batch.has(file)));
    if (touched.length === 0) return;
    log.info("agent script changed", { agents: touched.map(({ supervisor }) => supervisor.agent.name) });
    // Not awaited: a slow component holds up neither the other agents nor the next edit, which replaces its own load.
    for (const { supervisor } of touched) void supervisor.reload();
  }

  #files(): Promise<{ supervisor: Supervisor; files: string[] }[]> {
    const all = [...this.#options.supervisors()];
    return Promise.all(all.map(async (supervisor) => ({ supervisor, files: await supervisor.files() })));
  }
}
