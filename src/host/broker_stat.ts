/**
 * Descriptions of files as WASI has them.
 * @module
 */

import type fs from "node:fs";
import type { WasiFileType, WasiStat } from "../protocol/mod.ts";

/** Node's description of an open file as Deno's. */
export function fileInfo(stats: fs.Stats): Deno.FileInfo {
  return {
    isFile: stats.isFile(),
    isDirectory: stats.isDirectory(),
    isSymlink: false,
    size: stats.size,
    mtime: stats.mtime,
    atime: stats.atime,
    ctime: stats.ctime,
    birthtime: stats.birthtime,
    dev: Number(stats.dev),
    ino: Number(stats.ino),
    mode: stats.mode,
    nlink: stats.nlink,
  } as Deno.FileInfo;
}

/** A description as the protocol has it. */
export function statOf(info: Deno.FileInfo): WasiStat {
  return {
    type: infoType(info),
    links: info.nlink ?? 1,
    size: info.size,
    accessed: info.atime?.getTime() ?? null,
    modified: info.mtime?.getTime() ?? null,
    changed: info.ctime?.getTime() ?? null,
    id: [info.dev, info.ino ?? 0],
  };
}

function infoType(info: Deno.FileInfo): WasiFileType {
  if (info.isCharDevice) return "character-device";
  if (info.isBlockDevice) return "block-device";
  if (info.isFifo) return "fifo";
  return info.isSocket ? "socket" : entryType(info);
}

/** What an entry of a folder is, as far as the entry tells. */
export function entryType(entry: { isFile: boolean; isDirectory: boolean; isSymlink: boolean }): WasiFileType {
  if (entry.isFile) return "regular-file";
  if (entry.isDirectory) return "directory";
  return entry.isSymlink ? "symbolic-link" : "unknown";
}

/** Times for the system, in seconds; null leaves one as it is. */
export function times(info: Deno.FileInfo, accessed: number | null, modified: number | null): [number, number] {
  return [(accessed ?? info.atime?.getTime() ?? 0) / 1000, (modified ?? info.mtime?.getTime() ?? 0) / 1000];
}
