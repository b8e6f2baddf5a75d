/**
 * The C library of this process, as far as secrets need it: `mlock(2)` and `munlock(2)` over FFI (design §8).
 * @module
 */

import { reason } from "./errors.ts";

/** Locks memory into RAM, so that it is never written to swap. */
export interface MemoryLock {
  /** The size of a page in bytes. */
  readonly pageSize: number;
  /**
   * Locks the pages that hold `bytes`.
   * @throws {Error} with the operating system's reason
   */
  lock(bytes: Uint8Array<ArrayBuffer>): void;
  /** Unlocks the pages that hold `bytes`; never throws. */
  unlock(bytes: Uint8Array<ArrayBuffer>): void;
}

/** `mlock` reports these three (mlock(2)); any other number is shown as it is. */
const ERRNO = new Map([[1, "operation not permitted"], [11, "some pages could not be locked"], [12, "the limit is reached"]]);

const SYMBOLS = {
  mlock: { parameters: ["buffer", "usize"], result: "i32" },
  munlock: { parameters: ["buffer", "usize"], result: "i32" },
  getpagesize: { parameters: [], result: "i32" },
  // glibc and musl both export the address of `errno` under this name.
  __errno_location: { parameters: [], result: "pointer" },
  memcpy: { parameters: ["buffer", "pointer", "usize"], result: "void" },
} as const;

/**
 * Opens the C library and gives the FFI permission back at once: an opened handle goes on working without it, and nothing else in
 * this process has a use for it.
 * @throws {Error} when no C library can be opened, such as without the FFI permission or on another system than Linux
 */
export function openMemoryLock(): MemoryLock {
  const { symbols } = openLibc();
  Deno.permissions.revokeSync({ name: "ffi" });
  return {
    pageSize: symbols.getpagesize(),
    lock(bytes) {
      if (symbols.mlock(bytes, BigInt(bytes.byteLength)) === 0) return;
      // Copied by libc itself: to read through a pointer Deno would ask for the permission that was given back.
      const errno = new Int32Array(1);
      symbols.memcpy(errno, symbols.__errno_location(), 4n);
      const number = errno[0] ?? 0;
      throw new Error(`${ERRNO.get(number) ?? "mlock failed"} (errno ${number})`);
    },
    unlock(bytes) {
      symbols.munlock(bytes, BigInt(bytes.byteLength));
    },
  };
}

function openLibc(): Deno.DynamicLibrary<typeof SYMBOLS> {
  if (Deno.build.os !== "linux") throw new Error(`memory cannot be locked on ${Deno.build.os}`);
  let failure: unknown;
  for (const path of candidates()) {
    try {
      return Deno.dlopen(path, SYMBOLS);
    } catch (error) {
      // The first reason counts: the later names are guesses. A refused permission is the same for all.
      failure ??= error;
      if (error instanceof Deno.errors.NotCapable) break;
    }
  }
  throw new Error(`the C library cannot be opened: ${reason(failure)}`, { cause: failure });
}

/**
 * Where the C library may be, the surest first: the file that this process has mapped (Deno reads `/proc/self/maps` only with all
 * permissions), then glibc's name and musl's, which the dynamic loader resolves to what is loaded already.
 */
function candidates(): string[] {
  const names = ["libc.so.6", `libc.musl-${Deno.build.arch}.so.1`];
  const mapped = mappedLibc();
  return mapped === undefined ? names : [mapped, ...names];
}

function mappedLibc(): string | undefined {
  let maps: string;
  try {
    maps = Deno.readTextFileSync("/proc/self/maps");
  } catch {
    return undefined;
  }
  return /\/.*\/(?:libc\.so\.6|libc-[\d.]+\.so|ld-musl-[^/\s]+\.so\.1|libc\.musl-[^/\s]+\.so\.1)$/m.exec(maps)?.[0];
}
