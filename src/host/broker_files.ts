/**
 * The files of a component: what its `wasi:filesystem` does, within the folders that it was given.
 * @module
 */

import fs from "node:fs";
import { promisify } from "node:util";
import { MAX_BLOCK_BYTES, type WasiCalls, type WasiResults, type WasiStat } from "../protocol/mod.ts";
import { WasiFault } from "./broker_faults.ts";
import { type Folder, identity, type Place, resolvePlace, revisit } from "./broker_path.ts";
import { entryType, fileInfo, statOf, times } from "./broker_stat.ts";
import { type Opened, type OpenTable } from "./broker_table.ts";

/** A folder that a component is given. */
export interface Preopen {
  /** Its absolute path on this machine, without links. */
  hostPath: string;
  /** Its identity when it was granted (`identity`). */
  id: string;
  /** Its path inside the component. */
  guestPath: string;
  /** Whether what is in it may be changed. */
  writable: boolean;
}

/** How many entries of a folder are listed: at 300 bytes each that is half of what a frame holds. */
const MAX_ENTRIES = 25_000;

/** Told of a change that a folder's `perms` refuse: the guest's path. */
export type ChangeRefused = (path: string) => void;

const readAt = promisify(fs.read) as unknown as (
  fd: number,
  into: Uint8Array,
  offset: number,
  length: number,
  position: number,
) => Promise<{ bytesRead: number } | number>;
const writeAt = promisify(fs.write) as unknown as (
  fd: number,
  bytes: Uint8Array,
  offset: number,
  length: number,
  position: number | null,
) => Promise<{ bytesWritten: number } | number>;
const syncFile = promisify(fs.fsync);

/** A folder that is open. */
class OpenFolder implements Opened, Folder {
  readonly path: string;
  readonly id: string;
  readonly writable: boolean;

  constructor(path: string, id: string, writable: boolean) {
    this.path = path;
    this.id = id;
    this.writable = writable;
  }

  close(): void {}
}

/** A file that is open. It is closed once no call works on it. */
class OpenFile implements Opened {
  readonly readable: boolean;
  readonly writable: boolean;
  readonly #fd: number;
  #busy = 0;
  #isClosed = false;

  constructor(fd: number, readable: boolean, writable: boolean) {
    this.#fd = fd;
    this.readable = readable;
    this.writable = writable;
  }

  async use<T>(work: (fd: number) => Promise<T> | T): Promise<T> {
    if (this.#isClosed) throw new WasiFault("bad-descriptor");
    this.#busy++;
    try {
      return await work(this.#fd);
    } finally {
      if (--this.#busy === 0 && this.#isClosed) release(this.#fd);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#busy === 0) release(this.#fd);
  }
}

function release(fd: number): void {
  try {
    fs.closeSync(fd);
  } catch {
    // A late write error of a network file system: the guest had its chance to ask, with `sync`.
  }
}

/** The calls; each may throw a `WasiFault` or the system's error. */
export class BrokerFiles {
  readonly #table: OpenTable;
  readonly #refused: ChangeRefused;
  readonly #preopens: [number, string][];
  #buffer = new Uint8Array(0);

  /** The files below some folders. `refused` is told when `perms` stand against a call. */
  constructor(preopens: readonly Preopen[], table: OpenTable, refused: ChangeRefused) {
    this.#table = table;
    this.#refused = refused;
    this.#preopens = preopens.map(({ hostPath, id, guestPath, writable }) => {
      return [table.add(new OpenFolder(hostPath, id, writable), "file"), guestPath];
    });
  }

  /** See `WasiCalls`. */
  preopens(): WasiResults["preopens"] {
    return this.#preopens;
  }

  /** See `WasiCalls`. */
  open({ h, path, ...how }: WasiCalls["open"]): WasiResults["open"] {
    const folder = this.#folder(h);
    this.#table.reserve("file");
    const changes = how.create || how.truncate || how.write;
    const place = resolvePlace(folder, path, how.follow);
    const { info } = place;
    if (info === undefined && (!how.create || how.directory)) throw new WasiFault("no-entry");
    if (info !== undefined && how.create && how.exclusive) throw new WasiFault("exist");
    if (info?.isSymlink) throw new WasiFault("loop");
    if (info?.isDirectory) {
      if (changes) throw new WasiFault("is-directory");
      if (how.mutate && !folder.writable) this.#refuse(path);
      const found = new OpenFolder(place.path, identity(info), folder.writable);
      return { h: this.#table.add(found, "file"), type: "directory" };
    }
    if (how.directory) throw new WasiFault("not-directory");
    // A FIFO would block the host, a device could do anything.
    if (info !== undefined && !info.isFile) throw new WasiFault("unsupported");
    if (changes && !folder.writable) this.#refuse(path);
    return { h: this.#table.add(openFile(place, how), "file"), type: "regular-file" };
  }

  /** See `WasiCalls`; also answers the bytes, which hold until the next read. */
  async readFile({ h, at, most }: WasiCalls["read_file"]): Promise<{ isEnd: boolean; block: Uint8Array }> {
    const file = this.#file(h);
    if (!file.readable) throw new WasiFault("bad-descriptor");
    const length = Math.min(most, MAX_BLOCK_BYTES);
    if (this.#buffer.length < length) this.#buffer = new Uint8Array(length);
    const bytes = this.#buffer.subarray(0, length);
    const done = await file.use((fd) => readAt(fd, bytes, 0, bytes.length, at));
    const count = typeof done === "number" ? done : done.bytesRead;
    return { isEnd: count === 0 && most > 0, block: count === bytes.length ? bytes : bytes.subarray(0, count) };
  }

  /** See `WasiCalls`. */
  async writeFile({ h, at }: WasiCalls["write_file"], bytes: Uint8Array): Promise<number> {
    const file = this.#file(h);
    if (!file.writable) throw new WasiFault("bad-descriptor");
    return await file.use(async (fd) => {
      let written = 0;
      while (written < bytes.length) {
        const place = at === null || at === undefined ? fs.fstatSync(fd).size : at + written;
        const done = await writeAt(fd, bytes, written, bytes.length - written, place);
        const count = typeof done === "number" ? done : done.bytesWritten;
        if (count === 0) throw new WasiFault("io");
        written += count;
      }
      return written;
    });
  }

  /** See `WasiCalls`. */
  async stat({ h }: WasiCalls["stat"]): Promise<WasiStat> {
    const found = this.#table.find(h);
    if (found instanceof OpenFolder) return statOf(revisit(found));
    return await this.#file(h).use((fd) => statOf(fileInfo(fs.fstatSync(fd))));
  }

  /** See `WasiCalls`. */
  statAt({ h, path, follow }: WasiCalls["stat_at"]): WasiStat {
    return statOf(there(resolvePlace(this.#folder(h), path, follow)));
  }

  /** See `WasiCalls`. */
  async setSize({ h, size }: WasiCalls["set_size"]): Promise<null> {
    const file = this.#file(h);
    if (!file.writable) throw new WasiFault("bad-descriptor");
    await file.use((fd) => fs.ftruncateSync(fd, size));
    return null;
  }

  /** See `WasiCalls`. */
  async setTimes({ h, accessed, modified }: WasiCalls["set_times"]): Promise<null> {
    const found = this.#table.find(h);
    if (found instanceof OpenFolder) {
      if (!found.writable) this.#refuse(".");
      const info = revisit(found);
      Deno.utimeSync(found.path, ...times(info, accessed, modified));
      return null;
    }
    const file = this.#file(h);
    if (!file.writable) throw new WasiFault("not-permitted");
    await file.use((fd) => fs.futimesSync(fd, ...times(fileInfo(fs.fstatSync(fd)), accessed, modified)));
    return null;
  }

  /** See `WasiCalls`. */
  setTimesAt({ h, path, follow, accessed, modified }: WasiCalls["set_times_at"]): null {
    const place = resolvePlace(this.#writable(h, path), path, follow);
    const info = there(place);
    // The call would follow the link.
    if (info.isSymlink) throw new WasiFault("unsupported");
    Deno.utimeSync(place.path, ...times(info, accessed, modified));
    return null;
  }

  /** See `WasiCalls`. */
  async sync({ h }: WasiCalls["sync"]): Promise<null> {
    if (this.#table.find(h) instanceof OpenFolder) return null;
    await this.#file(h).use((fd) => syncFile(fd));
    return null;
  }

  /** See `WasiCalls`. */
  list({ h }: WasiCalls["list"]): WasiResults["list"] {
    const folder = this.#folder(h);
    revisit(folder);
    const entries: WasiResults["list"] = [];
    for (const entry of Deno.readDirSync(folder.path)) {
      if (entries.length === MAX_ENTRIES) throw new WasiFault("overflow");
      entries.push([entry.name, entryType(entry)]);
    }
    return entries;
  }

  /** See `WasiCalls`. */
  makeDirectory({ h, path }: WasiCalls["make_directory"]): null {
    const place = resolvePlace(this.#writable(h, path), path, false);
    if (place.info !== undefined) throw new WasiFault("exist");
    Deno.mkdirSync(place.path);
    return null;
  }

  /** See `WasiCalls`. */
  removeDirectory({ h, path }: WasiCalls["remove_directory"]): null {
    const folder = this.#writable(h, path);
    const place = inside(folder, resolvePlace(folder, path, false));
    if (!there(place).isDirectory) throw new WasiFault("not-directory");
    Deno.removeSync(place.path);
    return null;
  }

  /** See `WasiCalls`. */
  unlink({ h, path }: WasiCalls["unlink"]): null {
    const place = resolvePlace(this.#writable(h, path), path, false);
    if (there(place).isDirectory) throw new WasiFault("is-directory");
    Deno.removeSync(place.path);
    return null;
  }

  /** See `WasiCalls`. */
  rename({ h, path, to, new_path }: WasiCalls["rename"]): null {
    const [from, into] = [this.#writable(h, path), this.#writable(to, new_path)];
    const place = inside(from, resolvePlace(from, path, false));
    const target = inside(into, resolvePlace(into, new_path, false));
    const info = there(place);
    // A link keeps its text when it moves, which then leads elsewhere; it is still looked at again at each use.
    if (target.info?.isDirectory && !info.isDirectory) throw new WasiFault("is-directory");
    Deno.renameSync(place.path, target.path);
    return null;
  }

  /** See `WasiCalls`. Both folders have to be writable: a name in a writable folder would make the file writable. */
  link({ h, path, follow, to, new_path }: WasiCalls["link"]): null {
    // Followed links could be resolved, but POSIX systems differ in it, and WASI's own hosts refuse it.
    if (follow) throw new WasiFault("invalid");
    const place = resolvePlace(this.#writable(h, path), path, false);
    const target = resolvePlace(this.#writable(to, new_path), new_path, false);
    // A second name of a link is a new link, and none can be made.
    if (!there(place).isFile) throw new WasiFault("not-permitted");
    if (target.info !== undefined) throw new WasiFault("exist");
    Deno.linkSync(place.path, target.path);
    return null;
  }

  /** See `WasiCalls`. A text that leads out is refused, as it would tell of the machine's other folders. */
  readLink({ h, path }: WasiCalls["read_link"]): string {
    const place = resolvePlace(this.#folder(h), path, false);
    if (!there(place).isSymlink) throw new WasiFault("invalid");
    const text = Deno.readLinkSync(place.path);
    if (text.startsWith("/")) throw new WasiFault("not-permitted");
    return text;
  }

  #folder(h: number): OpenFolder {
    if (this.#table.find(h) instanceof OpenFile) throw new WasiFault("not-directory");
    return this.#table.get(h, OpenFolder, "bad-descriptor");
  }

  #file(h: number): OpenFile {
    if (this.#table.find(h) instanceof OpenFolder) throw new WasiFault("is-directory");
    return this.#table.get(h, OpenFile, "bad-descriptor");
  }

  #writable(h: number, path: string): OpenFolder {
    const folder = this.#folder(h);
    if (!folder.writable) this.#refuse(path);
    return folder;
  }

  #refuse(path: string): never {
    this.#refused(path);
    throw new WasiFault("read-only");
  }
}

/**
 * Opens the file at a place. What was looked at is what gets opened: a new file must be new, an old one the same, and no link is followed.
 */
function openFile({ path, info }: Place, how: { read: boolean; write: boolean; truncate: boolean }): OpenFile {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = fs.constants;
  const writes = how.write || how.truncate || info === undefined;
  const access = !writes ? O_RDONLY : how.read ? O_RDWR : O_WRONLY;
  const fd = fs.openSync(path, access | O_NOFOLLOW | O_NONBLOCK | (info === undefined ? O_CREAT | O_EXCL : 0), 0o666);
  try {
    if (info !== undefined && identity(fileInfo(fs.fstatSync(fd))) !== identity(info)) throw new WasiFault("not-permitted");
    if (how.truncate) fs.ftruncateSync(fd, 0);
    return new OpenFile(fd, how.read || !how.write, how.write);
  } catch (error) {
    release(fd);
    throw error;
  }
}

function there({ info }: Place): Deno.FileInfo {
  if (info === undefined) throw new WasiFault("no-entry");
  return info;
}

/** A place that is not the open folder itself, which only its own folder may remove or rename. */
function inside(folder: Folder, place: Place): Place {
  if (place.path === folder.path) throw new WasiFault("busy");
  return place;
}
