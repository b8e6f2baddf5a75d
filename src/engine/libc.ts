/**
 * The few functions of the C library that the service manager's protocol needs and Deno does not offer, over FFI. Opening needs the
 * FFI permission; an opened library goes on working after that permission is revoked.
 * @module
 */

import { reason } from "../config/errors.ts";

const CLOCK_MONOTONIC = 1;

const SYMBOLS = {
  socket: { parameters: ["i32", "i32", "i32"], result: "i32" },
  sendto: { parameters: ["i32", "buffer", "usize", "i32", "buffer", "u32"], result: "isize" },
  close: { parameters: ["i32"], result: "i32" },
  clock_gettime: { parameters: ["i32", "buffer"], result: "i32" },
  // glibc and musl both export the address of `errno` under this name.
  __errno_location: { parameters: [], result: "pointer" },
  memcpy: { parameters: ["buffer", "pointer", "usize"], result: "void" },
} as const;

/** The opened library. */
export class Libc {
  readonly #library: Deno.DynamicLibrary<typeof SYMBOLS> = open();

  /** `socket(2)`: a file descriptor, or a negative number. */
  socket(domain: number, type: number): number {
    return this.#library.symbols.socket(domain, type, 0);
  }

  /** `sendto(2)`: whether it was sent; otherwise `errno` tells why. */
  sendto(descriptor: number, bytes: Uint8Array<ArrayBuffer>, flags: number, address: Uint8Array<ArrayBuffer>): boolean {
    return this.#library.symbols.sendto(descriptor, bytes, BigInt(bytes.length), flags, address, address.length) >= 0n;
  }

  /** `close(2)` of a file descriptor. */
  closeDescriptor(descriptor: number): void {
    this.#library.symbols.close(descriptor);
  }

  /** The error number of the last call that failed. */
  errno(): number {
    // Copied by the C library: to read through a pointer, Deno would ask for the permission again.
    const errno = new Int32Array(1);
    this.#library.symbols.memcpy(errno, this.#library.symbols.__errno_location(), 4n);
    return errno[0] ?? 0;
  }

  /** The system's monotonic clock in µs, as other processes read it; Deno's own clocks begin with the process. */
  monotonicMicros(): bigint {
    const time = new BigInt64Array(2);
    this.#library.symbols.clock_gettime(CLOCK_MONOTONIC, time);
    const [seconds = 0n, nanoseconds = 0n] = time;
    return seconds * 1_000_000n + nanoseconds / 1000n;
  }

  /** Lets go of the library; nothing of it may be called any more. */
  close(): void {
    this.#library.close();
  }
}

/** The loader knows the C library that this process has loaded by its name, wherever the file is. */
function open(): Deno.DynamicLibrary<typeof SYMBOLS> {
  if (Deno.build.os !== "linux") throw new Error(`the C library is not supported on ${Deno.build.os}`);
  let failure: unknown;
  for (const name of ["libc.so.6", `libc.musl-${Deno.build.arch}.so.1`]) {
    try {
      return Deno.dlopen(name, SYMBOLS);
    } catch (error) {
      // The first reason counts: the second name is for other systems.
      failure ??= error;
    }
  }
  throw new Error(`the C library cannot be opened: ${reason(failure)}`, { cause: failure });
}
