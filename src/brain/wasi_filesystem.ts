/**
 * `wasi:filesystem`: every call is the host's to answer; what is kept here are numbers and places.
 * @module
 */

import type { WasiFileType, WasiStat } from "../protocol/wasi.ts";
import type { WasiHold, WasiHost } from "./wasi_host.ts";
import type { WasiIo } from "./wasi_io.ts";

/** Runs inside (see `component_bridge.ts`). A failed call throws the error code, a plain text, which the glue takes for an `err`. */
export function wasiFilesystem(io: WasiIo, host: WasiHost): Record<string, Record<string, unknown>> {
  type Flags = Record<string, boolean | undefined>;
  type NewTime = { tag: "no-change" } | { tag: "now" } | { tag: "timestamp"; val: { seconds: bigint; nanoseconds: number } };

  const NS_PER_MS = 1_000_000;

  /** A place in a file or a size: what lies beyond the exact numbers no file system has. */
  function whole(size: bigint): number {
    if (size > BigInt(Number.MAX_SAFE_INTEGER)) throw "overflow";
    return Number(size);
  }

  function datetime(ms: number | null): { seconds: bigint; nanoseconds: number } | undefined {
    if (ms === null) return undefined;
    const seconds = Math.floor(ms / 1000);
    // The type has no times before the epoch.
    return seconds < 0 ? undefined : { seconds: BigInt(seconds), nanoseconds: Math.floor((ms - seconds * 1000) * NS_PER_MS) };
  }

  function newTime(time: NewTime): number | null {
    if (time.tag === "no-change") return null;
    if (time.tag === "now") return Date.now();
    return Number(time.val.seconds) * 1000 + time.val.nanoseconds / NS_PER_MS;
  }

  function described(stat: WasiStat) {
    return {
      type: stat.type,
      linkCount: BigInt(stat.links),
      size: BigInt(stat.size),
      dataAccessTimestamp: datetime(stat.accessed),
      dataModificationTimestamp: datetime(stat.modified),
      statusChangeTimestamp: datetime(stat.changed),
    };
  }

  function hash({ id: [device, number] }: WasiStat): { lower: bigint; upper: bigint } {
    return { lower: BigInt.asUintN(64, BigInt(number)), upper: BigInt.asUintN(64, BigInt(device)) };
  }

  class DirectoryEntryStream {
    readonly #entries: [string, WasiFileType][];

    constructor(entries: [string, WasiFileType][]) {
      this.#entries = entries.reverse();
    }

    readDirectoryEntry(): { type: WasiFileType; name: string } | undefined {
      const entry = this.#entries.pop();
      return entry === undefined ? undefined : { type: entry[1], name: entry[0] };
    }
  }

  class Descriptor {
    readonly #hold: WasiHold;
    readonly #type: WasiFileType;
    readonly #flags: Flags;

    constructor(hold: WasiHold, type: WasiFileType, flags: Flags) {
      this.#hold = hold;
      this.#type = type;
      this.#flags = flags;
    }

    readViaStream(offset: bigint): object {
      this.#needFile("read");
      let at = whole(offset);
      const hold = this.#hold.share();
      return io.input({
        domain: "file",
        read(most) {
          if (most === 0) return new Uint8Array(0);
          const { v: isEnd, bytes } = host.askBytes("read_file", { h: hold.h, at, most });
          at += bytes.length;
          return isEnd ? undefined : bytes;
        },
        drop: () => hold.drop(),
      });
    }

    writeViaStream(offset: bigint): object {
      return this.#output(offset);
    }

    appendViaStream(): object {
      return this.#output(null);
    }

    advise(): void {}

    syncData(): void {
      host.ask("sync", { h: this.#h });
    }

    sync(): void {
      host.ask("sync", { h: this.#h });
    }

    getFlags(): Flags {
      return this.#flags;
    }

    getType(): WasiFileType {
      return this.#type;
    }

    setSize(size: bigint): void {
      host.ask("set_size", { h: this.#h, size: whole(size) });
    }

    setTimes(accessed: NewTime, modified: NewTime): void {
      host.ask("set_times", { h: this.#h, accessed: newTime(accessed), modified: newTime(modified) });
    }

    read(length: bigint, offset: bigint): [Uint8Array, boolean] {
      const most = host.piece(length);
      const { v: isEnd, bytes } = host.askBytes("read_file", { h: this.#h, at: whole(offset), most });
      return [bytes, isEnd];
    }

    write(bytes: Uint8Array, offset: bigint): bigint {
      // A write may take less than it is given; one block is what the host takes.
      const block = bytes.subarray(0, host.mostBytes);
      return BigInt(host.ask("write_file", { h: this.#h, at: whole(offset) }, block));
    }

    readDirectory(): DirectoryEntryStream {
      return new DirectoryEntryStream(host.ask("list", { h: this.#h }));
    }

    createDirectoryAt(path: string): void {
      host.ask("make_directory", { h: this.#h, path });
    }

    stat() {
      return described(host.ask("stat", { h: this.#h }));
    }

    statAt({ symlinkFollow }: Flags, path: string) {
      return described(host.ask("stat_at", { h: this.#h, path, follow: symlinkFollow === true }));
    }

    setTimesAt({ symlinkFollow }: Flags, path: string, accessed: NewTime, modified: NewTime): void {
      const times = { accessed: newTime(accessed), modified: newTime(modified) };
      host.ask("set_times_at", { h: this.#h, path, follow: symlinkFollow === true, ...times });
    }

    linkAt({ symlinkFollow }: Flags, path: string, folder: Descriptor, newPath: string): void {
      host.ask("link", { h: this.#h, path, follow: symlinkFollow === true, to: folder.#h, new_path: newPath });
    }

    openAt({ symlinkFollow }: Flags, path: string, how: Flags, flags: Flags): Descriptor {
      const { h, type } = host.ask("open", {
        h: this.#h,
        path,
        follow: symlinkFollow === true,
        create: how.create === true,
        directory: how.directory === true,
        exclusive: how.exclusive === true,
        truncate: how.truncate === true,
        read: flags.read === true,
        write: flags.write === true,
        mutate: flags.mutateDirectory === true,
      });
      return new Descriptor(host.hold(h), type, flags);
    }

    readlinkAt(path: string): string {
      return host.ask("read_link", { h: this.#h, path });
    }

    removeDirectoryAt(path: string): void {
      host.ask("remove_directory", { h: this.#h, path });
    }

    renameAt(path: string, folder: Descriptor, newPath: string): void {
      host.ask("rename", { h: this.#h, path, to: folder.#h, new_path: newPath });
    }

    /** No link can be made: that is the simplest way to be sure that none leads out. */
    symlinkAt(): never {
      throw "not-permitted";
    }

    unlinkFileAt(path: string): void {
      host.ask("unlink", { h: this.#h, path });
    }

    isSameObject(other: Descriptor): boolean {
      const [mine, theirs] = [host.ask("stat", { h: this.#h }), host.ask("stat", { h: other.#h })];
      return mine.id[0] === theirs.id[0] && mine.id[1] === theirs.id[1];
    }

    metadataHash(): { lower: bigint; upper: bigint } {
      return hash(host.ask("stat", { h: this.#h }));
    }

    metadataHashAt({ symlinkFollow }: Flags, path: string): { lower: bigint; upper: bigint } {
      return hash(host.ask("stat_at", { h: this.#h, path, follow: symlinkFollow === true }));
    }

    [Symbol.dispose](): void {
      this.#hold.drop();
    }

    get #h(): number {
      return this.#hold.h;
    }

    #needFile(use: "read" | "write"): void {
      if (this.#type === "directory") throw "is-directory";
      if (this.#flags[use] !== true) throw "bad-descriptor";
    }

    /** Writes from a place on; without one always at the end, wherever that is by then. */
    #output(offset: bigint | null): object {
      this.#needFile("write");
      let at = offset === null ? null : whole(offset);
      const hold = this.#hold.share();
      return io.output({
        domain: "file",
        write(bytes) {
          if (bytes.length === 0) return;
          const written = host.ask("write_file", { h: hold.h, at }, bytes);
          if (at !== null) at += written;
        },
        drop: () => hold.drop(),
      });
    }
  }

  // A preopen is asked for anew by whoever wants it: its number stays open for the whole run.
  function getDirectories(): [Descriptor, string][] {
    return host.ask("preopens", {}).map(([h, path]) => {
      return [new Descriptor(host.hold(h).share(), "directory", { read: true, mutateDirectory: true }), path];
    });
  }

  return {
    "wasi:filesystem/preopens": { getDirectories },
    "wasi:filesystem/types": {
      Descriptor,
      DirectoryEntryStream,
      filesystemErrorCode: (error: object) => io.codeOf(error, "file"),
    },
  };
}
