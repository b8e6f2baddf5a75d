/**
 * Host names of a component: looked up by the system, and checked against the hosts that it may talk to.
 * @module
 */

import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { WasiFault } from "./broker_faults.ts";
import { type HostRules, isHostName, mayNameMean, plainAddress, plainName, withoutBrackets } from "./broker_hosts.ts";

/** How many names a run may have looked up: names carry data to whoever serves their zone. */
const MAX_LOOKUPS = 1024;

/** How long one look-up may take, in ms: twice what the system's resolver gives one server by default. */
const LOOKUP_MS = 10_000;

/** How long what a name stands for is taken for true, in ms. */
const FRESH_MS = 30_000;

/** How many addresses of a name are used. */
const MAX_ADDRESSES = 32;

/** See the module. */
export class BrokerNames {
  readonly #rules: HostRules;
  readonly #mayLookUp: boolean;
  readonly #fresh = new Map<string, { until: number; addresses: readonly string[] }>();
  #left = MAX_LOOKUPS;

  /** The names of a run; `mayLookUp`: whether it may ask for names that no rule names. */
  constructor(rules: HostRules, mayLookUp: boolean) {
    this.#rules = rules;
    this.#mayLookUp = mayLookUp;
  }

  /**
   * The addresses of a name; of an address, itself.
   * @throws {WasiFault} with a code of `wasi:sockets`, or the system's error
   */
  async addresses(name: string, signal: AbortSignal): Promise<readonly string[]> {
    const address = plainAddress(withoutBrackets(name));
    if (address !== undefined) return [address];
    if (!isHostName(name)) throw new WasiFault("invalid-argument");
    const key = plainName(name);
    const known = this.#fresh.get(key);
    if (known !== undefined && known.until > performance.now()) return known.addresses;
    if (this.#left === 0) throw new WasiFault("temporary-resolver-failure");
    this.#left--;
    const found = await within(lookup(key, { all: true }), signal);
    const addresses = [...new Set(found.slice(0, MAX_ADDRESSES).map((each) => plainAddress(each.address) ?? ""))].filter(Boolean);
    this.#fresh.set(key, { until: performance.now() + FRESH_MS, addresses });
    return addresses;
  }

  /** Whether an address may be used: by a rule about it, or because a name of a rule stands for it now. */
  async allowsAddress(ip: string, port: number, signal: AbortSignal): Promise<boolean> {
    if (this.#rules.allowsAddress(ip, port)) return true;
    for (const rule of this.#rules.names) {
      if (rule.port !== undefined && rule.port !== port || !mayNameMean(rule.name!, ip)) continue;
      const addresses = await this.addresses(rule.name!, signal).catch((): string[] => []);
      if (addresses.includes(ip)) return true;
    }
    return false;
  }

  /**
   * The addresses of a host that may be used for a port, IPv4 first, as the host of a URL names it; none: it is refused.
   * @throws {WasiFault} or the system's error when the name cannot be looked up
   */
  async allowedAddresses(host: string, port: number, signal: AbortSignal): Promise<string[]> {
    const isName = plainAddress(withoutBrackets(host)) === undefined;
    const name = plainName(host);
    const isNamed = isName && this.#rules.allowsName(name, port);
    // A name that nobody granted is not even looked up: that alone would carry it outside.
    if (isName && !isNamed && !this.#mayLookUp) return [];
    const addresses = await this.addresses(host, signal);
    const allowed = addresses.filter((ip) => {
      return this.#rules.allowsAddress(ip, port) || isNamed && mayNameMean(name, ip);
    });
    return allowed.sort((a, b) => isIP(a) - isIP(b));
  }
}

/** A look-up can't be called back; but nobody waits for it any more. */
async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new WasiFault("temporary-resolver-failure")), LOOKUP_MS);
  const leave = () => reject(new WasiFault("temporary-resolver-failure"));
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
  }
}
