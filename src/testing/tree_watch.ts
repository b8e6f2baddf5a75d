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
  #failure: Error | undefined;
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

  /**
   * Resolves once something changed since the last call, and all is quiet again; true, or false when the watch is closed.
   * @throws {Error} when the system ended the watch
   */
  async changed(): Promise<boolean> {
    await this.#changed.promise;
    if (this.#failure !== undefined) throw this.#failure;
    for (let quiet = 0; !this.#closed && quiet < this.#debounceMs; quiet = performance.now() - this.#lastChange) {
      await new Promise((resolve) => setTimeout(resolve, this.#debounceMs - quiet));
    }
    if (!this.#closed) this.#changed = Promise.withResolvers();
    return !this.#closed;
  }

  /** Ends the watch; resolves when nothing of it is left. */
  async close(): Promise<void> {
    if (!this.#closed) this.#watch.close();
    this.#closed = true;
    await this.#reading;
  }

  async #read(): Promise<void> {
    try {
      for await (const { kind, paths, flag } of this.#watch) {
        // After a rescan, events were lost: whatever it was, it may have been a change.
        const counts = KINDS.has(kind) && !paths.every((path) => isHidden(relative(this.#root, path)));
        if (!counts && flag !== "rescan") continue;
        this.#lastChange = performance.now();
        this.#changed.resolve();
      }
    } catch (cause) {
      this.#failure = new Error(`the watch of ${this.#root} ended`, { cause });
    }
    this.#changed.resolve();
  }
}

function isHidden(path: string): boolean {
  return path.split("/").some((name) => name.startsWith(".") && name !== "..");
}
