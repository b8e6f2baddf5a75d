/**
 * What the overlay knows about each level of a config: which keys there are, and how a key that is not there yet is spelt.
 * @module
 */

import { EnvTable } from "./env_value.ts";
import type { KeyIndex } from "./key_index.ts";
import { foldKey } from "./nearest.ts";
import { emptyTable, isTable, type Table } from "./plain_tree.ts";
import { AGENT_KEYS, IMPL_SECTIONS, SECTIONS } from "./schema.ts";
import { defaultTunables } from "./tunables.ts";

/** One level of a config, as the overlay walks down. */
export interface Level {
  /** The keys that the config may have here and that `segment` fits; more than one is ambiguous. */
  known(segment: string, document: Table, index: KeyIndex): readonly string[];
  /** The spelling of a key that is unknown here. */
  newKey(segment: string): string;
  /** The level of the member `key`. */
  below(key: string): Level;
  /** An empty value for this level; `variable` is why. */
  make(variable: string): Table | unknown[] | EnvTable;
}

/**
 * Variables are customarily all in capitals, while names in a config are mostly in lower case: such a segment is lowered. Any other
 * spelling is meant.
 */
function lowered(segment: string): string {
  return segment === segment.toUpperCase() ? segment.toLowerCase() : segment;
}

function asWritten(segment: string): string {
  return segment;
}

const NONE: readonly string[] = [];

function knownAmong(keys: readonly string[]): Level["known"] {
  const folded = new Map(keys.map((key) => [foldKey(key), [key]]));
  return (segment) => folded.get(foldKey(segment)) ?? NONE;
}

function unknown(): readonly string[] {
  return NONE;
}

/** Params: the kind's schema decides later, so names and texts are kept as they are. */
const PARAMS_LEVEL: Level = {
  known: unknown,
  newKey: asWritten,
  below: () => PARAMS_LEVEL,
  make: (variable) => new EnvTable(variable),
};

const IMPL_LEVEL: Level = { ...PARAMS_LEVEL, known: knownAmong(["kind"]), make: emptyTable };

const ENTRIES_LEVEL: Level = { known: unknown, newKey: lowered, below: () => IMPL_LEVEL, make: emptyTable };

const AGENT_LEVEL: Level = { known: knownAmong(AGENT_KEYS), newKey: lowered, below: () => PARAMS_LEVEL, make: emptyTable };

/** The agents: an array where items are also found by name, or a table by name. */
export const AGENTS_LEVEL: Level = { known: unknown, newKey: lowered, below: () => AGENT_LEVEL, make: () => [] };

const TUNABLES_LEVEL: Level = {
  known: knownAmong(Object.keys(defaultTunables())),
  newKey: lowered,
  below: () => PARAMS_LEVEL,
  make: emptyTable,
};

const MEMORY_KEYS_LEVEL: Level = { known: unknown, newKey: asWritten, below: () => PARAMS_LEVEL, make: emptyTable };

/** Agents that have no memory in the file are known by their `[[agents]]` entry. */
const MEMORY_LEVEL: Level = { known: knownAgent, newKey: lowered, below: () => MEMORY_KEYS_LEVEL, make: emptyTable };

function knownAgent(segment: string, document: Table, index: KeyIndex): readonly string[] {
  const agents = document["agents"];
  if (Array.isArray(agents)) return [...new Set(index.findNamed(agents, segment).map(({ name }) => name))];
  return isTable(agents) ? index.find(agents, segment) : NONE;
}

const SECTION_LEVELS = new Map<string, Level>([
  ...IMPL_SECTIONS.map((section): [string, Level] => [section, ENTRIES_LEVEL]),
  ["endpoint", IMPL_LEVEL],
  ["agents", AGENTS_LEVEL],
  ["memory", MEMORY_LEVEL],
  ["tunables", TUNABLES_LEVEL],
]);

/** The whole config. */
export const ROOT_LEVEL: Level = {
  known: knownAmong(SECTIONS),
  newKey: lowered,
  below: (key) => SECTION_LEVELS.get(key) ?? PARAMS_LEVEL,
  make: emptyTable,
};
