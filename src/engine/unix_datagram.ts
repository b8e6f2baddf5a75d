/**
 * Sending datagrams to a Unix socket. Deno has them only behind an unstable flag, and `node:dgram` not at all, so this goes through the
 * C library.
 * @module
 */

import type { Libc } from "./libc.ts";

// Linux, the same on x86-64 and arm64 (bits/socket.h, errno.h).
const AF_UNIX = 1;
const SOCK_DGRAM_CLOEXEC = 0o2000002;
const MSG_DONTWAIT_NOSIGNAL = 0x4040;
const EINTR = 4;
const EAGAIN = 11;
const ENOBUFS = 105;

/** `sun_path` has 108 bytes; a path keeps one for its end (unix(7)). */
const SUN_PATH_BYTES = 108;

/** How often a call is made again that a signal interrupted: more than are ever seen in a row. */
const MAX_INTERRUPTS = 8;

/** The errors that happen, in words; others are shown by number. */
const ERRORS = new Map([
  [2, "no such socket"],
  [13, "permission denied"],
  [24, "too many open files"],
  [90, "the message is too long"],
  [97, "Unix sockets are not supported"],
  [111, "nobody listens"],
]);

/** A socket that sends to one address. */
export class UnixDatagram {
  readonly #libc: Libc;
  readonly #address: Uint8Array<ArrayBuffer>;
  #descriptor: number;

  /**
   * Opens a socket that sends to `address`: an absolute path, or `@name` for an abstract one. Nobody needs to listen there yet.
   * @throws {TypeError} when the address is of another form or too long
   * @throws {Error} when the system gives no socket
   */
  constructor(libc: Libc, address: string) {
    this.#libc = libc;
    this.#address = socketAddress(address);
    this.#descriptor = libc.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC);
    if (this.#descriptor < 0) throw new Error(`Cannot open a Unix socket: ${errorText(libc.errno())}`);
  }

  /**
   * Sends one datagram without waiting. Answers whether it was taken; it is not while the receiver's queue is full.
   * @throws {Error} with the system's reason, such as that nobody listens, and after `close`
   */
  send(bytes: Uint8Array<ArrayBuffer>): boolean {
    if (this.#descriptor < 0) throw new Error("the socket is closed");
    for (let attempt = 0; attempt < MAX_INTERRUPTS; attempt++) {
      if (this.#libc.sendto(this.#descriptor, bytes, MSG_DONTWAIT_NOSIGNAL, this.#address)) return true;
      const errno = this.#libc.errno();
      if (errno === EAGAIN || errno === ENOBUFS) return false;
      if (errno !== EINTR) throw new Error(errorText(errno));
    }
    return false;
  }

  /** Closes the socket; a second call does nothing. */
  close(): void {
    if (this.#descriptor >= 0) this.#libc.closeDescriptor(this.#descriptor);
    this.#descriptor = -1;
  }
}

function errorText(errno: number): string {
  return ERRORS.get(errno) ?? `system error ${errno}`;
}

/** The address as `struct sockaddr_un`: the family in the machine's byte order, then the name; an abstract one begins with a zero. */
function socketAddress(address: string): Uint8Array<ArrayBuffer> {
  const abstract = address.startsWith("@");
  if ((!abstract && !address.startsWith("/")) || address.length < 2 || address.includes("\0")) {
    throw new TypeError(`Cannot send to the socket ${JSON.stringify(address)}: expected an absolute path or "@name"`);
  }
  const name = new TextEncoder().encode(abstract ? `\0${address.slice(1)}` : `${address}\0`);
  if (name.length > SUN_PATH_BYTES) {
    throw new TypeError(`Cannot send to the socket ${JSON.stringify(address)}: ${SUN_PATH_BYTES - 1} bytes are the most`);
  }
  const bytes = new Uint8Array(2 + name.length);
  new Uint16Array(bytes.buffer, 0, 1)[0] = AF_UNIX;
  bytes.set(name, 2);
  return bytes;
}
