/**
 * Which agents run which brain files: for programs that restart their agents themselves (docs, "Library").
 * @module
 */

import { Watcher } from "./watcher.ts";

/** Watches the files of agents and names the agents to restart. */
export class Scripts {
  readonly #watcher: Watcher;
  /** The agents by the paths of their files. */
  readonly #agents = new Map<string, Set<string>>();

  /**
   * Watches nothing yet.
   * @param debounceMs how long a file must be quiet before its change counts, in ms
   */
  constructor(debounceMs: number) {
    this.#watcher = new Watcher(debounceMs);
  }

  /**
   * Watches a file of an agent from its present content on. Several agents may have one file, and an agent several files.
   * @throws {MissingFolderError} when the folder that should hold the file does not exist
   */
  async add(agent: string, path: string): Promise<void> {
    await this.#watcher.add(path);
    const agents = this.#agents.get(path);
    if (agents === undefined) this.#agents.set(path, new Set([agent]));
    else agents.add(agent);
  }

  /**
   * The names, sorted, of the agents whose files changed since the last call; waits until there are some. `undefined` once closed.
   * @throws {Error} when watching came to an end by itself, or another call is waiting
   */
  async nextReload(): Promise<string[] | undefined> {
    const paths = await this.#watcher.nextChange();
    if (paths === undefined) return undefined;
    return [...new Set([...paths].flatMap((path) => [...this.#agents.get(path) ?? []]))].sort();
  }

  /** Ends the watching. */
  close(): void {
    this.#watcher.close();
  }
}
