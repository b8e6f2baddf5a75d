/**
 * Tool names that the service accepts, and the way back.
 *
 * MCP allows dots, slashes, spaces and long names; OpenAI answers 400 to anything but 1 to 64 of `A-Z a-z 0-9 _ -`. So a request
 * carries aliases, and what the model calls is translated back.
 * @module
 */

import { createHash } from "node:crypto";

const MAX_LENGTH = 64;
const LEGAL = /^[A-Za-z0-9_-]{1,64}$/;
const ILLEGAL_CHARACTERS = /[^A-Za-z0-9_-]/gu;
const DIGEST_LENGTH = 8;

/** The names of one request. */
export class ToolNames {
  readonly #toWire = new Map<string, string>();
  readonly #fromWire = new Map<string, string>();
  // For each alias that is taken, the number that its next rival gets: rivals are numbered without trying all the earlier ones.
  readonly #rivals = new Map<string, number>();
  readonly #listed: string[] = [];

  /**
   * Assigns an alias to each of `listed`, in order; legal names keep themselves. A name that is listed twice (two servers offer
   * it) gets two aliases, since a service refuses duplicates; both lead back to the one name.
   */
  constructor(listed: Iterable<string>) {
    const names = [...listed];
    // Legal names first, so that none of them has to give way to another's alias.
    for (const name of names) if (LEGAL.test(name) && !this.#fromWire.has(name)) this.#bind(name, name);
    const kept = new Set<string>();
    for (const name of names) {
      const alias = LEGAL.test(name) && !kept.has(name) ? name : this.#alias(name);
      kept.add(name);
      this.#listed.push(alias);
    }
  }

  /** The aliases of the listed names, in their order, all different. */
  get listed(): readonly string[] {
    return this.#listed;
  }

  /** The alias of `name`; one that was not listed (a call in an old message) is added. */
  toWire(name: string): string {
    return this.#toWire.get(name) ?? (LEGAL.test(name) && !this.#fromWire.has(name) ? this.#bind(name, name) : this.#alias(name));
  }

  /** The name behind an alias; a name that the model made up is returned as it is. */
  fromWire(alias: string): string {
    return this.#fromWire.get(alias) ?? alias;
  }

  #alias(name: string): string {
    const legal = name.replace(ILLEGAL_CHARACTERS, "_") || "tool";
    if (legal.length <= MAX_LENGTH && !this.#fromWire.has(legal)) return this.#bind(name, legal);
    // A digest of the whole name keeps the alias the same from request to request, whichever tools stand beside it.
    const digest = createHash("sha256").update(name).digest("hex").slice(0, DIGEST_LENGTH);
    const distinct = `${legal.slice(0, MAX_LENGTH - DIGEST_LENGTH - 1)}_${digest}`;
    let alias = distinct;
    while (this.#fromWire.has(alias)) {
      const number = this.#rivals.get(distinct) ?? 2;
      this.#rivals.set(distinct, number + 1);
      const suffix = `_${number}`;
      alias = distinct.slice(0, MAX_LENGTH - suffix.length) + suffix;
    }
    return this.#bind(name, alias);
  }

  #bind(name: string, alias: string): string {
    this.#fromWire.set(alias, name);
    if (!this.#toWire.has(name)) this.#toWire.set(name, alias);
    return alias;
  }
}
