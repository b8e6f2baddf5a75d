/**
 * Finds keys without regard to case and to `-` against `_`, each in constant time: a config has many keys and an environment
 * many variables.
 * @module
 */

import { EnvTable, EnvText } from "./env_value.ts";
import { foldKey } from "./nearest.ts";
import { isTable, type Table } from "./plain_tree.ts";

/** An item of an array of named tables. */
export interface NamedItem {
  /** The item's `name`. */
  readonly name: string;
  /** Its index. */
  readonly position: number;
}

/** The folded keys of the tables that were looked at, kept up to date by `add`. */
export class KeyIndex {
  readonly #keys = new WeakMap<object, Map<string, string[]>>();
  readonly #names = new WeakMap<readonly unknown[], Map<string, NamedItem[]>>();

  /** The keys of `table` that `segment` fits: the exact one alone when there is one. */
  find(table: Table | EnvTable, segment: string): readonly string[] {
    const has = table instanceof EnvTable ? table.members.has(segment) : Object.hasOwn(table, segment);
    return has ? [segment] : this.#keysOf(table).get(foldKey(segment)) ?? [];
  }

  /** Tells that `table` has `key` now. */
  add(table: Table | EnvTable, key: string): void {
    const keys = this.#keysOf(table);
    const same = keys.get(foldKey(key));
    if (same === undefined) keys.set(foldKey(key), [key]);
    else if (!same.includes(key)) same.push(key);
  }

  /** The tables in `items` whose `name` fits `segment`: those named exactly so when there are any. */
  findNamed(items: readonly unknown[], segment: string): readonly NamedItem[] {
    const fitting = this.#namesOf(items).get(foldKey(segment)) ?? [];
    const exact = fitting.filter(({ name }) => name === segment);
    return exact.length > 0 ? exact : fitting;
  }

  /** Tells that `items` has a named table at `position` now. */
  addNamed(items: readonly unknown[], position: number): void {
    const names = this.#namesOf(items);
    const name = nameOf(items[position]);
    if (name === undefined) return;
    const same = names.get(foldKey(name));
    if (same === undefined) names.set(foldKey(name), [{ name, position }]);
    else if (!same.some((item) => item.position === position)) same.push({ name, position });
  }

  #keysOf(table: Table | EnvTable): Map<string, string[]> {
    let keys = this.#keys.get(table);
    if (keys === undefined) {
      this.#keys.set(table, keys = new Map());
      for (const key of table instanceof EnvTable ? table.members.keys() : Object.keys(table)) this.add(table, key);
    }
    return keys;
  }

  #namesOf(items: readonly unknown[]): Map<string, NamedItem[]> {
    let names = this.#names.get(items);
    if (names === undefined) {
      this.#names.set(items, names = new Map());
      for (const position of items.keys()) this.addNamed(items, position);
    }
    return names;
  }
}

function nameOf(item: unknown): string | undefined {
  const name = isTable(item) ? item["name"] : undefined;
  if (name instanceof EnvText) return name.reveal();
  return typeof name === "string" ? name : undefined;
}
