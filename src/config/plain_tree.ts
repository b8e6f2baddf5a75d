/**
 * Parsed documents as plain data.
 * @module
 */

import { TomlDate } from "smol-toml";
import { ConfigError } from "./errors.ts";

/** A table whose keys come from outside: it has no prototype, so `__proto__` is a key like any other. */
export type Table = { [key: string]: unknown };

/** An empty table. */
export function emptyTable(): Table {
  return Object.create(null);
}

/** Deeper values are refused: everything that walks a config recurses, and no real config comes near. */
export const MAX_DEPTH = 64;

/**
 * A copy of a parsed document: tables without a prototype, dates as the text that TOML spells (facts §3.2).
 * @throws {ConfigError} when it is nested deeper than 64 levels
 */
export function plainTree(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new ConfigError(`the config is nested deeper than ${MAX_DEPTH} levels; flatten it`);
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => plainTree(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const table = emptyTable();
  for (const [key, member] of Object.entries(value)) table[key] = plainTree(member, depth + 1);
  return table;
}

/** True for a table: an object that is no array and no instance of a class. */
export function isTable(value: unknown): value is Table {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
