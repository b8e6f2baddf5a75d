/**
 * Which hosts a component may talk to: the entries of `allow_hosts`, and their use on addresses.
 * @module
 */

import { BlockList, isIP } from "node:net";

/** One entry of `allow_hosts`. */
export interface HostRule {
  /** As it was written. */
  text: string;
  /** A host name in lower case; absent: the rule is about addresses. */
  name?: string;
  /** An address, or a network as address and prefix length. */
  net?: { ip: string; prefix?: number };
  /** The one port; absent: any. */
  port?: number;
}

/**
 * Reads an entry: `name`, `address` or `network/prefix`, each with `:port` if one port only is meant; an IPv6 address before a port stands
 * in brackets.
 * @throws {SyntaxError} that says what was wanted
 */
export function parseHostRule(text: string): HostRule {
  const wanted = "wanted a host name, an address or a network such as 10.0.0.0/8, with :port if one port is meant";
  const match =
    /^(?:\[([0-9a-f:.]+)\](\/\d{1,3})?|([0-9a-f.]*:[0-9a-f:.]*:[0-9a-f:.]*)(\/\d{1,3})?|([^:/[\]\s]+)(\/\d{1,3})?)(?::(\d{1,5}))?$/i
      .exec(text);
  const host = match?.[1] ?? match?.[3] ?? match?.[5];
  if (match === null || host === undefined) throw new SyntaxError(`${JSON.stringify(text)} is no host: ${wanted}`);
  const prefix = match[2] ?? match[4] ?? match[6];
  const port = match[7] === undefined ? {} : { port: Number(match[7]) };
  if (port.port !== undefined && (port.port < 1 || port.port > 65_535)) {
    throw new SyntaxError(`${JSON.stringify(text)} has no port from 1 to 65535: ${wanted}`);
  }
  const ip = plainAddress(host);
  if (ip === undefined) {
    if (prefix !== undefined || text.startsWith("[") || !isHostName(host)) {
      throw new SyntaxError(`${JSON.stringify(text)} is no host: ${wanted}`);
    }
    return { text, name: plainName(host), ...port };
  }
  if (prefix === undefined) return { text, net: { ip }, ...port };
  const length = Number(prefix.slice(1));
  if (length > (isIP(ip) === 4 ? 32 : 128)) {
    throw new SyntaxError(`${JSON.stringify(text)} has a prefix that is too long: ${wanted}`);
  }
  return { text, net: { ip, prefix: length }, ...port };
}

/** A host name as it is compared: lower case, without the dot of the root. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/** Whether a text can be a host name (RFC 1123; underscores occur). Texts of digits and dots alone are badly written addresses. */
export function isHostName(name: string): boolean {
  return name.length <= 253 && /^(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?$/i.test(name) && !/^[0-9.]+$|^0x/i.test(name);
}

/** A host as the host of a URL names it, where an IPv6 address stands in brackets, without them. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** An address as it is compared: an IPv4 address that is written as an IPv6 one is IPv4. `undefined`: it is none. */
export function plainAddress(text: string): string | undefined {
  const version = isIP(text);
  if (version === 4) return text;
  if (version !== 6 || text.includes("%")) return undefined;
  // The URL standard fixes one way to write an IPv6 address.
  const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (mapped === null) return canonical;
  const [high, low] = [parseInt(mapped[1]!, 16), parseInt(mapped[2]!, 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** Loopback, this host, link-local (where clouds serve their secrets), multicast: no name from outside may lead to them. */
const special: BlockList = blockList([
  "127.0.0.0/8",
  "0.0.0.0/8",
  "169.254.0.0/16",
  "224.0.0.0/4",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::/10",
  "ff00::/8",
]);

function familyOf(ip: string): "ipv4" | "ipv6" {
  return isIP(ip) === 4 ? "ipv4" : "ipv6";
}

function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const { ip, prefix } = parseHostRule(entry).net!;
    if (prefix === undefined) list.addAddress(ip, familyOf(ip));
    else list.addSubnet(ip, prefix, familyOf(ip));
  }
  return list;
}

/** Whether an address that a name stands for may be used because the name is granted. `localhost` is loopback by its meaning (RFC 6761). */
export function mayNameMean(name: string, ip: string): boolean {
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return !special.check(ip, familyOf(ip));
}

/** The rules of a run. */
export class HostRules {
  /** The rules about names. */
  readonly names: readonly HostRule[];
  /** Whether every host is allowed. */
  readonly allowsAll: boolean;
  readonly #nets: { list: BlockList; port: number | undefined }[];

  /** The rules; `undefined` allows every host. */
  constructor(rules: readonly HostRule[] | undefined) {
    this.allowsAll = rules === undefined;
    this.names = (rules ?? []).filter(({ name }) => name !== undefined);
    this.#nets = (rules ?? []).filter(({ net }) => net !== undefined).map(({ net, port }) => {
      return { list: blockList([net!.prefix === undefined ? net!.ip : `${net!.ip}/${net!.prefix}`]), port };
    });
  }

  /** Whether an address may be used, whatever its name. */
  allowsAddress(ip: string, port: number): boolean {
    if (this.allowsAll) return true;
    const family = familyOf(ip);
    return this.#nets.some((rule) => (rule.port === undefined || rule.port === port) && rule.list.check(ip, family));
  }

  /** Whether a name may be used for what it stands for. */
  allowsName(name: string, port: number): boolean {
    if (this.allowsAll) return true;
    return this.names.some((rule) => rule.name === name && (rule.port === undefined || rule.port === port));
  }
}
