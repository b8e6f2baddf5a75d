/**
 * Watching a folder with everything below it.
 * @module
 */

import { relative } from "node:path";

/** Events that mean new content; reading a file, as every pass does, is none. */
const KINDS: ReadonlySet<string> = new Set(["create", "modify", "rename", "remove"]);

/** Tells of changes below a folder, hidden folders and files apart. */
export class TreeWatch {
  readonly #root: string;
  readonly #debounceMs: number;
  readonly #watch: Deno.FsWatcher;
  readonly #reading: Promise<void>;
  #changed = Promise.withResolvers<void>();
  #lastChange = 0;
  #closed = false;

  /**
   * Watches from now on.
   * @param root the folder, absolute
   * @param debounceMs how long all must be quiet before a change counts
   * @throws {Error} when the folder cannot be watched
   */
  constructor(root: string, debounceMs: number) {
    this.#root = root;
    this.#debounceMs = debounceMs;
    try {
      this.#watch = Deno.watchFs(root, { recursive: true });
    } catch (cause) {
      throw new Error(`cannot watch ${root}`, { cause });
    }
    this.#reading = this.#read();
  }

  /** Resolves once something changed since the last call, and all is quiet again; true, or false when the watch is closed. */
  async changed(): Promise<boolean> {
    await this.#changed.promise;
    for (let quiet = 0; !this.#closed && quiet < this.#debounceMs; quiet = performance.now() - this.#lastChange) {
      await new Promise((resolve) => setTimeout(resolve, this.#debounceMs - quiet));
    }
    if (!this.#closed) this.#changed = Promise.withResolvers();
    return !this.#closed;
  }

  /** Ends the watch; resolves when nothing of it is left. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#watch.close();
    await this.#reading;
  }

  async #read(): Promise<void> {
    for await (const { kind, paths } of this.#watch) {
      if (!KINDS.has(kind) || paths.every((path) => isHidden(relative(this.#root, path)))) continue;
      this.#lastChange = performance.now();
      this.#changed.resolve();
    }
    this.#changed.resolve();
  }
}

function isHidden(path: string): boolean {
  return path.split("/").some((name) => name.startsWith(".") && name !== "..");
}
