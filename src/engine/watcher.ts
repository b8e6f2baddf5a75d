/**
 * Watching files for new content: what hot reload stands on (facts §4.10).
 * @module
 */

import { dirname, isAbsolute } from "node:path";
import { reason } from "../config/errors.ts";
import { MAX_TIMER_MS } from "../pure/max_timer.ts";
import { fingerprint } from "./fingerprint.ts";
import { pathTrail } from "./path_trail.ts";
import { watchFolders } from "./watch_folders.ts";

/** A burst of events is looked at after so many debounce windows at the latest, so that a busy writer cannot put it off for ever. */
const MAX_WINDOWS = 10;

/** How often the folders of a path are looked up again at once while they change underfoot; after that, only a window later. */
const MAX_ROUNDS = 5;

/** A file cannot be watched because its folder does not exist. */
export class MissingFolderError extends Error {
  /** Always `MissingFolderError`. */
  override readonly name = "MissingFolderError";
  /** The path that was to be watched. */
  readonly path: string;
  /** The folder that does not exist. */
  readonly folder: string;

  /** Tells of a path and its folder. */
  constructor(path: string, folder: string, cause?: unknown) {
    super(`cannot watch ${JSON.stringify(path)}: its folder ${JSON.stringify(folder)} does not exist; create it first`, {
      cause,
    });
    this.path = path;
    this.folder = folder;
  }
}

/**
 * Deno 2.6 queues so many events and silently drops what comes while nobody reads them (measured; 2.9 drops none). So a run of as
 * many without a pause may have had more.
 */
const LOSSY_RUN = 16;

interface Target {
  path: string;
  absolute: string;
  /** See `pathTrail`. */
  trail: string[];
  /** The digest of the content that was seen last. */
  digest: string | undefined;
  /** The file was empty at the last look: perhaps just truncated, so it is looked at once more before that counts. */
  empty: boolean;
}

/**
 * Reports files whose content changed.
 *
 * It watches folders, not files: a watch on a file follows the old one when an editor replaces it. Every folder that holds a part of
 * the path's way is watched, the folders of symbolic links and of their targets among them. Events of reading are ignored, those of
 * other names too. After the last event a debounce window passes, then the content is compared with the content seen before, so that
 * neither reading a file nor saving it unchanged counts. A file that is absent is not reported; what comes back in its place is.
 *
 * A folder on the way that is itself renamed or removed is noticed if it directly holds the file or one of the links; a folder
 * further up is not.
 */
export class Watcher {
  /** How long after its last event a change is looked at, in ms. A change of it counts from the next event on. */
  debounceMs: number;
  readonly #targets = new Map<string, Target>();
  readonly #dirty = new Set<Target>();
  readonly #changed = new Set<string>();
  /** Which targets a name of their trails belongs to. */
  #byName = new Map<string, Target[]>();
  /** The folders of all trails, and those of them that could be watched. */
  #folders = new Set<string>();
  #watched = new Set<string>();
  #watch: Deno.FsWatcher | undefined;
  /** Settles once the last watch told everything that it had. */
  #reading: Promise<void> = Promise.resolve();
  /** A watched folder was itself replaced: its name leads elsewhere now. */
  #stale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #burstBegan = 0;
  /** How many events came with less than a window between them, and when the last one did. */
  #run = 0;
  #lastEvent = 0;
  #work: Promise<unknown> = Promise.resolve();
  #waiting: { resolve: (paths: ReadonlySet<string> | undefined) => void; reject: (error: unknown) => void } | undefined;
  #failure: Error | undefined;
  #closed = false;

  /**
   * A watcher of nothing yet.
   * @param debounceMs how long after its last event a change is looked at, in ms
   */
  constructor(debounceMs: number) {
    this.debounceMs = debounceMs;
  }

  /**
   * Watches a file from its present content on; it need not exist yet. A path that is watched already stays as it is.
   * @throws {MissingFolderError} when the folder that should hold it does not exist
   * @throws {Error} when the operating system does not let it be watched
   */
  async add(path: string): Promise<void> {
    await this.#serially(async () => {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#closed || this.#targets.has(path)) return;
      const absolute = isAbsolute(path) ? path : `${Deno.cwd()}/${path}`;
      await checkFolder(path, dirname(absolute));
      const target: Target = { path, absolute, trail: [], digest: undefined, empty: false };
      this.#targets.set(path, target);
      try {
        await this.#follow([target]);
        if (!this.#watched.has(dirname(target.trail.at(-1) ?? absolute))) throw new Error("its folder may not be watched");
      } catch (error) {
        this.#targets.delete(path);
        throw new Error(`cannot watch ${JSON.stringify(path)}: ${reason(error)}`, {
          cause: error,
        });
      }
      // Read after the watch began: what changes from here on is an event.
      target.digest = (await fingerprint(absolute))?.digest;
    });
  }

  /** Watches a path no longer; a change of it that was not handed over yet is forgotten. */
  async remove(path: string): Promise<void> {
    await this.#serially(async () => {
      const target = this.#targets.get(path);
      if (target === undefined) return;
      this.#targets.delete(path);
      this.#dirty.delete(target);
      this.#changed.delete(path);
      await this.#follow([]);
    });
  }

  /**
   * The paths, as given to `add`, whose content changed since the last call; waits until there are some. `undefined` once the
   * watcher is closed.
   * @throws {Error} when watching came to an end by itself, or another call is waiting
   */
  nextChange(): Promise<ReadonlySet<string> | undefined> {
    if (this.#waiting !== undefined) return Promise.reject(new Error("another call of nextChange() is waiting"));
    if (this.#changed.size > 0) return Promise.resolve(this.#takeChanged());
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#closed) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => this.#waiting = { resolve, reject });
  }

  /** Every batch of changed paths until the watcher is closed; see `nextChange`. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ReadonlySet<string>> {
    for (let paths = await this.nextChange(); paths !== undefined; paths = await this.nextChange()) yield paths;
  }

  /** Ends everything. Changes that were not handed over are lost. */
  close(): void {
    this.#closed = true;
    this.#changed.clear();
    this.#stop();
    this.#waiting?.resolve(undefined);
    this.#waiting = undefined;
  }

  /** One piece of work after the other: they all look at the same folders. */
  #serially<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => {});
    return done;
  }

  /**
   * Looks up the trails of these targets and watches the folders of all, again until a look after the watch began finds nothing new.
   */
  async #follow(targets: Target[]): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      for (const target of targets) target.trail = await pathTrail(target.absolute);
      const folders = this.#index();
      if (this.#closed) return;
      if (!this.#stale && folders.size === this.#folders.size && folders.isSubsetOf(this.#folders)) return;
      await this.#rewatch(folders);
    }
    for (const target of targets) this.#touch(target);
  }

  /** Which folders are to be watched, and which names in them. */
  #index(): Set<string> {
    const folders = new Set<string>();
    const byName = new Map<string, Target[]>();
    for (const target of this.#targets.values()) {
      for (const name of target.trail) {
        folders.add(dirname(name));
        const targets = byName.get(name);
        if (targets === undefined) byName.set(name, [target]);
        else targets.push(target);
      }
    }
    this.#byName = byName;
    return folders;
  }

  /** Watches these folders in place of the earlier ones. */
  async #rewatch(folders: Set<string>): Promise<void> {
    const before = this.#watch;
    this.#watch = undefined;
    before?.close();
    // Deno shares one registration per path in the whole process: while an earlier watch is not quite gone, a new one of a folder
    // that was replaced meanwhile would still be of the old folder (seen on 2.9.6).
    await this.#reading;
    if (this.#closed) return;
    const { watch, watched, vanished } = watchFolders(folders);
    this.#watch = watch;
    this.#folders = folders;
    this.#watched = watched;
    this.#stale = vanished;
    if (watch !== undefined) this.#reading = this.#read(watch);
    // Between the two, nobody listened: all are looked at again.
    if (before !== undefined) { for (const target of this.#targets.values()) this.#touch(target); }
  }

  async #read(watch: Deno.FsWatcher): Promise<void> {
    try {
      for await (const event of watch) this.#note(event);
      if (this.#watch === watch) this.#fail(new Error("the file system watch ended"));
    } catch (error) {
      if (this.#watch === watch) this.#fail(error);
    }
  }

  #note(event: Deno.FsEvent): void {
    const now = performance.now();
    this.#run = now - this.#lastEvent > this.debounceMs ? 1 : this.#run + 1;
    this.#lastEvent = now;
    if (event.paths.some((path) => this.#watched.has(path))) this.#stale = true;
    if (this.#stale || this.#run >= LOSSY_RUN || event.flag === "rescan") {
      this.#run = 0;
      for (const target of this.#targets.values()) this.#touch(target);
    } else if (event.kind !== "access") {
      for (const path of event.paths) {
        for (const target of this.#byName.get(path) ?? []) this.#touch(target);
      }
    }
  }

  #touch(target: Target): void {
    this.#dirty.add(target);
    if (this.#closed) return;
    const now = performance.now();
    if (this.#timer === undefined) this.#burstBegan = now;
    clearTimeout(this.#timer);
    const latest = this.#burstBegan + MAX_WINDOWS * this.debounceMs;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#serially(() => this.#look()).catch((error) => this.#fail(error));
    }, Math.max(Math.min(this.debounceMs, latest - now, MAX_TIMER_MS), 0));
  }

  /** Compares the content of what had events. */
  async #look(): Promise<void> {
    const targets = [...this.#dirty].filter((target) => this.#targets.get(target.path) === target);
    this.#dirty.clear();
    await this.#follow(targets);
    for (const target of targets) {
      const found = await fingerprint(target.absolute);
      if (found === undefined || found.digest === target.digest) {
        target.empty = false;
        continue;
      }
      if (found.size === 0 && !target.empty) {
        target.empty = true;
        this.#touch(target);
        continue;
      }
      target.empty = false;
      target.digest = found.digest;
      this.#changed.add(target.path);
    }
    if (this.#closed) return this.#changed.clear();
    if (this.#changed.size === 0 || this.#waiting === undefined) return;
    this.#waiting.resolve(this.#takeChanged());
    this.#waiting = undefined;
  }

  #takeChanged(): ReadonlySet<string> {
    const changed = new Set(this.#changed);
    this.#changed.clear();
    return changed;
  }

  #fail(error: unknown): void {
    if (this.#closed || this.#failure !== undefined) return;
    this.#failure = new Error(`watching files failed: ${reason(error)}`, { cause: error });
    this.#stop();
    this.#waiting?.reject(this.#failure);
    this.#waiting = undefined;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const watch = this.#watch;
    this.#watch = undefined;
    watch?.close();
  }
}

async function checkFolder(path: string, folder: string): Promise<void> {
  let found: Deno.FileInfo;
  try {
    found = await Deno.stat(folder);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      throw new MissingFolderError(path, folder, error);
    }
    throw new Error(`cannot watch ${JSON.stringify(path)}: ${reason(error)}`, { cause: error });
  }
  if (!found.isDirectory) throw new MissingFolderError(path, folder);
}
