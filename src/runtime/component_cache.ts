/**
 * The disk cache of transpiled components (design §4.5). What it holds is code that brain processes run, so it is kept as code
 * is: in a folder of the user's own that nobody else may write to, under names made of the content's hash, replaced by renaming,
 * with a hash of its own that is checked at every read.
 * @module
 */

import { reason } from "../config/errors.ts";
import { type CorePlace, coresAt, placeCores } from "./core_places.ts";
import { decodeParts, encodeParts, sha256, type Transpiled, writePieces } from "./transpiled.ts";

/** The transpiler whose output is cached; the same version that `deno.json` names (a test compares them). */
export const TRANSPILER_VERSION = "0.15.0";

/** Raised whenever what is stored, or what is checked before it is stored, changes. */
export const CACHE_REVISION = 2;

/** How much the folder may hold, in bytes: the glue of several hundred interpreters. What was used least recently goes first. */
export const MAX_CACHE_BYTES: number = 512 * 1024 * 1024;

/** A temporary file older than this belongs to a writer that died, in ms. */
const STALE_MS = 60 * 60 * 1000;

const PREFIX = "component-";
const TEMPORARY = "partial-";

/** What a `ComponentCache` works with. */
export interface ComponentCacheOptions {
  /** The folder; see `component_cache_folder.ts`. */
  folder: string;
  /** Hears, once, why there is no caching. */
  warn: (message: string) => void;
  /** How much the folder may hold, in bytes. */
  maxBytes?: number;
}

/** Transpiled components on disk. Never fails: what cannot be read counts as absent, what cannot be written is left out. */
export class ComponentCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #warn: (message: string) => void;
  #ready: Promise<boolean> | undefined;
  #isOff = false;

  /** A cache in the folder, which is made at the first use. */
  constructor({ folder, warn, maxBytes = MAX_CACHE_BYTES }: ComponentCacheOptions) {
    this.#folder = folder;
    this.#warn = warn;
    this.#maxBytes = maxBytes;
  }

  /**
   * The component with this id, if it is there and whole. A damaged entry is removed.
   * @param file the component's own bytes, binary or text; its core modules are cut out of them where they can be
   */
  async get(id: string, file: Uint8Array<ArrayBuffer>): Promise<Transpiled | undefined> {
    if (!await this.#isReady()) return undefined;
    const path = await this.#path(id);
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = await Deno.readFile(path);
    } catch {
      return undefined;
    }
    const found = await decode(id, file, bytes).catch(() => undefined);
    // The time of the last use decides what goes when the folder is full.
    if (found === undefined) await Deno.remove(path).catch(() => {});
    else await Deno.utime(path, new Date(), new Date()).catch(() => {});
    return found;
  }

  /** Stores a component that was made of `file`. */
  async put(component: Transpiled, file: Uint8Array<ArrayBuffer>): Promise<void> {
    if (!await this.#isReady()) return;
    const temporary = `${this.#folder}/${TEMPORARY}${crypto.randomUUID()}`;
    try {
      await writeNew(temporary, await encode(component, file));
      await Deno.rename(temporary, await this.#path(component.id));
      await this.#prune();
    } catch (cause) {
      await Deno.remove(temporary).catch(() => {});
      this.#off(reason(cause));
    }
  }

  async #path(id: string): Promise<string> {
    const key = `jco-transpile ${TRANSPILER_VERSION} omw ${CACHE_REVISION} ${id}`;
    return `${this.#folder}/${PREFIX}${await sha256(new TextEncoder().encode(key))}`;
  }

  #isReady(): Promise<boolean> {
    return this.#ready ??= this.#prepare();
  }

  async #prepare(): Promise<boolean> {
    try {
      await Deno.mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const fault = await folderFault(this.#folder);
      if (fault === undefined) return true;
      this.#off(fault);
    } catch (cause) {
      this.#off(reason(cause));
    }
    return false;
  }

  /** From here on nothing is cached, which costs each start some seconds. */
  #off(why: string): void {
    if (this.#isOff) return;
    this.#isOff = true;
    this.#ready = Promise.resolve(false);
    this.#warn(`the cache of transpiled components in "${this.#folder}" is not used, which makes every start slower: ${why}`);
  }

  async #prune(): Promise<void> {
    const entries: { path: string; size: number; used: number }[] = [];
    for await (const { name } of Deno.readDir(this.#folder)) {
      if (!name.startsWith(PREFIX) && !name.startsWith(TEMPORARY)) continue;
      const path = `${this.#folder}/${name}`;
      const info = await Deno.lstat(path).catch(() => undefined);
      if (info === undefined) continue;
      const used = info.mtime?.getTime() ?? 0;
      if (name.startsWith(PREFIX)) entries.push({ path, size: info.size, used });
      else if (Date.now() - used > STALE_MS) await Deno.remove(path).catch(() => {});
    }
    let total = entries.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of entries.sort((a, b) => a.used - b.used)) {
      if (total <= this.#maxBytes) return;
      await Deno.remove(path).catch(() => {});
      total -= size;
    }
  }
}

/** Why code must not be kept in this folder; narrows the folder's mode where that is all it takes. */
async function folderFault(folder: string): Promise<string | undefined> {
  const info = await Deno.lstat(folder);
  if (!info.isDirectory) return "it is no folder";
  const mode = info.mode ?? 0;
  if ((mode & 0o022) !== 0) return `others may write to it (mode ${(mode & 0o777).toString(8)}); empty it and run chmod 700`;
  // A new file belongs to this user, which tells whose folder it is without a permission to ask for the user's number.
  const probe = `${folder}/${TEMPORARY}${crypto.randomUUID()}`;
  await writeNew(probe, []);
  const mine = await Deno.lstat(probe);
  await Deno.remove(probe);
  if (mine.uid !== info.uid) return "it belongs to another user";
  if ((mode & 0o077) !== 0) await Deno.chmod(folder, 0o700);
  return undefined;
}

async function writeNew(path: string, pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  await writePieces(file, pieces);
}

/** An entry: the SHA-256 of all that follows, in hex and a line end, then head and parts. */
async function encode(
  { id, glue, cores, imports, shapes }: Transpiled,
  file: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { places, rest } = placeCores(file, cores);
  const pieces = encodeParts({ head: { id, imports, shapes, places }, parts: new Map([["", glue], ...rest]) });
  return [new TextEncoder().encode(`${await sha256(...pieces)}\n`), ...pieces];
}

async function decode(
  id: string,
  file: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Transpiled | undefined> {
  const hash = new TextDecoder().decode(bytes.subarray(0, 64));
  const rest = bytes.subarray(65);
  if (bytes.length < 66 || await sha256(rest) !== hash) return undefined;
  const { head, parts } = decodeParts(rest);
  const glue = parts.get("");
  parts.delete("");
  if (head.id !== id || glue === undefined) return undefined;
  const cores = new Map([...coresAt(file, head.places as CorePlace[]), ...parts]);
  return { id, glue, cores, imports: head.imports as string[], shapes: head.shapes as Record<string, string> };
}
