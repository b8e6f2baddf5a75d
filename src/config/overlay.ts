/**
 * The environment over the file: `OMW__TUNABLES__RECV_TIMEOUT_SECS=30` (facts §3.3 without its faults; the rules are in design §8).
 *
 * The values keep their text (`EnvText`) until the schema that they end up in says what they are.
 * @module
 */

import { ConfigError } from "./errors.ts";
import { ENV_PREFIX, EnvTable, EnvText, isOverlay } from "./env_value.ts";
import { KeyIndex } from "./key_index.ts";
import { foldKey } from "./nearest.ts";
import { AGENTS_LEVEL, type Level, ROOT_LEVEL } from "./overlay_levels.ts";
import { emptyTable, isTable, MAX_DEPTH, type Table } from "./plain_tree.ts";

/** What the environment changed. */
export interface Overlay {
  /** The variables that were used, in the order in which they apply. */
  variables: string[];
  /** Variables that could not be used, one line each. */
  warnings: string[];
}

interface Assignment {
  readonly variable: string;
  readonly segments: readonly string[];
  readonly text: string;
}

/**
 * Lays the variables of `env` that begin with `prefix` (in any case) over `document`, which is changed in place.
 * @throws {ConfigError} when a variable fits two keys, leads into a value that has no keys, or contradicts another variable
 */
export function overlayEnvironment(
  document: Table,
  env: Readonly<Record<string, string>>,
  prefix: string = ENV_PREFIX,
): Overlay {
  const warnings: string[] = [];
  const assignments = assignmentsOf(env, prefix, warnings);
  const index = new KeyIndex();
  for (const assignment of assignments) apply(document, assignment, index);
  return { variables: assignments.map(({ variable }) => variable), warnings };
}

function assignmentsOf(env: Readonly<Record<string, string>>, prefix: string, warnings: string[]): Assignment[] {
  const assignments: Assignment[] = [];
  for (const [variable, text] of Object.entries(env)) {
    if (!isOverlay(variable, prefix)) continue;
    const segments = variable.slice(prefix.length).split("__");
    if (segments.length > MAX_DEPTH) warnings.push(`${variable}: more than ${MAX_DEPTH} levels; the variable is ignored`);
    else if (segments.includes("")) warnings.push(`${variable}: a name between two "__" is empty; the variable is ignored`);
    else assignments.push({ variable, segments, text });
  }
  // A fixed order makes the result independent of the environment's; indexes go up, so that each may append.
  return assignments.sort(compareAssignments);
}

function compareAssignments(a: Assignment, b: Assignment): number {
  for (let i = 0; i < Math.min(a.segments.length, b.segments.length); i++) {
    const difference = compareSegments(a.segments[i] ?? "", b.segments[i] ?? "");
    if (difference !== 0) return difference;
  }
  return a.segments.length - b.segments.length;
}

function compareSegments(a: string, b: string): number {
  if (a === b) return 0;
  if (isIndex(a) && isIndex(b)) return Number(a) - Number(b) || a.length - b.length;
  // Spellings of one name stay together, so that agents come before their memory whatever the case.
  const [foldedA, foldedB] = [foldKey(a), foldKey(b)];
  return foldedA < foldedB || (foldedA === foldedB && a < b) ? -1 : 1;
}

function isIndex(segment: string): boolean {
  return /^\d+$/.test(segment);
}

function apply(document: Table, assignment: Assignment, index: KeyIndex): void {
  const { variable, segments, text } = assignment;
  let container: Table | unknown[] | EnvTable = document;
  let level: Level = ROOT_LEVEL;
  for (const [position, segment] of segments.entries()) {
    const isLast = position === segments.length - 1;
    if (isLast && level === AGENTS_LEVEL && Array.isArray(container) && !isIndex(segment)) {
      throw new ConfigError(`${variable}: an agent that is named cannot be set as a whole; set ${variable}__SCRIPT and the like`);
    }
    const place = locate(container, level, segment, assignment, index, document);
    const existing = place.get();
    if (isLast) {
      if (existing instanceof EnvText || existing instanceof EnvTable) throw contradiction(variable, existing.variable);
      place.set(new EnvText(variable, text));
      return;
    }
    level = level.below(place.key);
    container = descend(existing, level, place, assignment, segments.slice(0, position + 1));
  }
}

function descend(
  existing: unknown,
  level: Level,
  place: Place,
  { variable }: Assignment,
  path: readonly string[],
): Table | unknown[] | EnvTable {
  if (isTable(existing) || Array.isArray(existing) || existing instanceof EnvTable) return existing;
  if (existing instanceof EnvText) throw contradiction(variable, existing.variable);
  if (existing !== undefined && existing !== null) {
    throw new ConfigError(`${variable}: ${path.join("__")} is a single value in the file, so nothing can be set inside it`);
  }
  const made = level.make(variable);
  place.set(made);
  return made;
}

function contradiction(variable: string, other: string): ConfigError {
  return new ConfigError(`${other} and ${variable} set the same place; remove one of them`);
}

/** Where an assignment goes: one member of a table or an array. */
interface Place {
  /** The member's key; of an array, the segment. */
  readonly key: string;
  get(): unknown;
  set(value: unknown): void;
}

function locate(
  container: Table | unknown[] | EnvTable,
  level: Level,
  segment: string,
  assignment: Assignment,
  index: KeyIndex,
  document: Table,
): Place {
  if (Array.isArray(container)) return locateItem(container, level, segment, assignment, index);
  const existing = index.find(container, segment);
  const fitting = existing.length > 0 ? existing : level.known(segment, document, index);
  if (fitting.length > 1) throw ambiguous(assignment.variable, segment, fitting);
  const key = fitting[0] ?? level.newKey(segment);
  return {
    key,
    get: () => container instanceof EnvTable ? container.members.get(key) : container[key],
    set: (value) => {
      if (container instanceof EnvTable) container.members.set(key, value as EnvText | EnvTable);
      else container[key] = value;
      index.add(container, key);
    },
  };
}

function ambiguous(variable: string, segment: string, keys: readonly string[]): ConfigError {
  const names = keys.map((key) => JSON.stringify(key)).join(" and ");
  return new ConfigError(`${variable}: ${segment} fits ${names}; spell it exactly, or rename one of them`);
}

function locateItem(items: unknown[], level: Level, segment: string, { variable }: Assignment, index: KeyIndex): Place {
  let position: number;
  if (isIndex(segment)) {
    position = Number(segment);
    if (position > items.length) {
      const choice = items.length === 0 ? "use 0 for the first" : `use 0 to ${items.length - 1}, or ${items.length} to add one`;
      throw new ConfigError(`${variable}: there is no item ${segment}; ${choice}`);
    }
  } else if (level === AGENTS_LEVEL) {
    const matches = index.findNamed(items, segment);
    if (matches.length > 1) throw ambiguous(variable, segment, matches.map((match) => match.name));
    position = matches[0]?.position ?? items.length;
  } else {
    throw new ConfigError(`${variable}: ${segment} would be a key, but the file has an array there; use a number from 0`);
  }
  if (position === items.length && level === AGENTS_LEVEL && !isIndex(segment)) {
    const agent = emptyTable();
    agent["name"] = new EnvText(variable, level.newKey(segment));
    items.push(agent);
    index.addNamed(items, position);
  }
  return { key: segment, get: () => items[position], set: (value) => items[position] = value };
}
