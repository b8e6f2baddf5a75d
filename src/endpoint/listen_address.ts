/**
 * The address that an endpoint listens on (facts §3.7).
 * @module
 */

import { isIP } from "node:net";

/** A numeric address and a port. */
export interface ListenAddress {
  /** An IPv4 or IPv6 address, without brackets. */
  hostname: string;
  /** From 0 to 65535; 0 lets the system choose one. */
  port: number;
}

/** Reads `127.0.0.1:8080` or `[::1]:8080`; names are no addresses, because what they mean can change. `undefined`: it is neither. */
export function parseListenAddress(text: string): ListenAddress | undefined {
  const parts = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text);
  if (parts === null) return undefined;
  const [, v6, v4, digits] = parts;
  const hostname = v6 ?? v4 ?? "";
  const port = Number(digits);
  if (port > 65535 || isIP(hostname) !== (v6 === undefined ? 4 : 6)) return undefined;
  return { hostname, port };
}

/** The address as text, the way that it is configured. */
export function formatListenAddress({ hostname, port }: ListenAddress): string {
  return hostname.includes(":") ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

/** Whether a host name or address, without brackets, reaches this machine alone (RFC 6761 §6.3 for names, RFC 1122 for 127/8). */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  if (name === "localhost" || name.endsWith(".localhost") || name === "::1") return true;
  const mapped = name.startsWith("::ffff:") ? name.slice("::ffff:".length) : name;
  return isIP(mapped) === 4 && mapped.startsWith("127.");
}
