/**
 * What the grants refuse a component, told in the run's log: once per kind, with the key that would allow it. The guest itself only gets
 * WASI's code, which does not say why.
 * @module
 */

import type { Logger } from "../protocol/log.ts";

/** The kinds of refusals: what was tried, and what would allow it. */
const kinds = {
  connect: { message: "refused to open a TCP connection", grant: "allow_tcp" },
  listen: { message: "refused to accept TCP connections", grant: "allow_tcp" },
  datagrams: { message: "refused to take an address for UDP", grant: "allow_udp" },
  datagram: { message: "refused to send a UDP datagram", grant: "allow_udp" },
  lookup: { message: "refused to look up a host name", grant: "allow_ip_name_lookup" },
  request: { message: "refused to send an HTTP request", grant: "allow_tcp" },
  write: { message: "refused to change a file", grant: 'perms = "read_write" on its preopen' },
} as const;

/** The name of a kind. */
export type Refusal = keyof typeof kinds;

/** How much of what a guest names is told, in UTF-16 units. */
const MAX_SUBJECT = 200;

/** See the module. */
export class Refusals {
  readonly #log: Logger;
  readonly #told = new Set<Refusal>();

  /** Tells `log`. */
  constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * Tells of a refusal.
   * @param subject the address, the name or the path
   * @param isHost whether it was the host that no entry of `allow_hosts` covers
   */
  tell(kind: Refusal, subject: string, isHost = false): void {
    if (this.#told.has(kind)) return;
    this.#told.add(kind);
    const { message, grant } = kinds[kind];
    const told = isHost ? `${grant} and an entry of allow_hosts for it, or inherit_network` : grant;
    this.#log.warn(message, { to: subject.slice(0, MAX_SUBJECT), grant: told });
  }
}
