/**
 * The one way in which a kind reads its params.
 * @module
 */

import { z } from "zod";
import { ConfigError, keyPath } from "./errors.ts";
import { issueMessage } from "./issues.ts";
import { isOpen, itemShape, knownKeys, memberShape, narrow, type Shape, shapeOf, takes } from "./json_shape.ts";
import { didYouMean } from "./nearest.ts";
import { emptyTable, isTable, type Table } from "./plain_tree.ts";
import { settle } from "./settle.ts";

/** So many faults are told at once; a config with more is fixed step by step. */
const MAX_ISSUES = 3;

/**
 * A zod schema whose output is `T`, by the part of it that TypeScript infers from (Standard Schema's `types`): so this room's
 * documented interface does not hang on zod's type names.
 */
export interface ParamsSchema<T> {
  /** What Standard Schema defines; only its types are looked at here. */
  readonly "~standard": {
    /** Exists for the compiler alone. */
    readonly types?: {
      /** What parsing gives. */
      readonly output: T;
    } | undefined;
  };
}

/** The zod schema behind the interface. */
export function zodSchema(schema: ParamsSchema<unknown>): z.ZodType {
  if (!(schema instanceof z.ZodType)) throw new TypeError("Cannot read params with a schema that is not made by zod");
  return schema;
}

/**
 * Checks `params` against a kind's schema and gives what the schema makes of them. Values from environment variables take the type
 * that the schema wants: text stays text where a string is wanted. A key that the schema does not know is a warning, not an error
 * (a strict schema makes it one). The entry's own `kind` may be among the params and is left out when the schema does not name it.
 *
 * @param where the config path of the params, such as `providers.openai`
 * @param warn hears each warning as one line
 * @throws {ConfigError} with the path of each fault: `providers.openai.base_url: expected a string, found 5 (a number)`
 */
export function parseParams<T>(
  schema: ParamsSchema<T>,
  params: unknown,
  where: string,
  warn: (message: string) => void,
): T {
  const zod = zodSchema(schema);
  const shape = shapeOf(zod);
  const settled = withoutKind(settle(params, shape), shape);
  const result = zod.safeParse(settled, { error: issueMessage });
  if (!result.success) throw new ConfigError(describeIssues(result.error.issues, where, settled, shape));
  warnUnknown(shape, settled, where, warn);
  return result.data as T;
}

function withoutKind(value: unknown, shape: Shape): unknown {
  if (!isTable(value) || !Object.hasOwn(value, "kind") || knownKeys(shape).includes("kind")) return value;
  const { kind: _, ...rest } = value;
  return Object.assign(emptyTable(), rest);
}

function describeIssues(issues: readonly z.core.$ZodIssue[], where: string, value: unknown, shape: Shape): string {
  const told = issues.slice(0, MAX_ISSUES).map((issue) => {
    const path = keyPath(where, ...issue.path);
    return `${path === "" ? "the config" : path}: ${issue.message}${misspelt(issue, value, shape)}`;
  });
  const more = issues.length - told.length;
  return told.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/** A required key that is missing may be there under a mistyped name; an unknown key may be meant for a known one. */
function misspelt(issue: z.core.$ZodIssue, value: unknown, shape: Shape): string {
  const inside = issue.code === "unrecognized_keys" ? issue.path : issue.path.slice(0, -1);
  let table: unknown = value;
  let tableShape = shape;
  for (const key of inside) {
    tableShape = typeof key === "number" ? itemShape(tableShape) : memberShape(tableShape, String(key));
    table = typeof table === "object" && table !== null ? (table as Record<PropertyKey, unknown>)[key] : undefined;
  }
  if (!isTable(table)) return "";
  const known = knownKeys(narrow(tableShape, new Map(Object.entries(table))));
  if (issue.code === "unrecognized_keys") return issue.keys.length === 1 ? didYouMean(issue.keys[0] ?? "", known) : "";
  const missing = issue.path.at(-1);
  if (typeof missing !== "string" || Object.hasOwn(table, missing)) return "";
  const written = Object.keys(table).find((key) => !known.includes(key) && didYouMean(key, [missing]) !== "");
  return written === undefined ? "" : ` (there is an unknown key ${JSON.stringify(written)})`;
}

function warnUnknown(shape: Shape, value: unknown, where: string, warn: (message: string) => void): void {
  if (Array.isArray(value)) {
    if (!takes(shape, "array")) return;
    const items = itemShape(shape);
    value.forEach((item, index) => warnUnknown(items, item, keyPath(where, index), warn));
  } else if (isTable(value)) {
    warnUnknownKeys(shape, value, where, warn);
  }
}

function warnUnknownKeys(shape: Shape, table: Table, where: string, warn: (message: string) => void): void {
  const fitting = narrow(shape, new Map(Object.entries(table)));
  const known = new Set(knownKeys(fitting));
  const open = isOpen(fitting);
  for (const [key, member] of Object.entries(table)) {
    if (known.has(key) || open) warnUnknown(memberShape(fitting, key), member, keyPath(where, key), warn);
    else warn(`${keyPath(where, key)}: unknown key, ignored${didYouMean(key, known)}`);
  }
}

/** `params` with every value from an environment variable as a guess: numbers and booleans where the text spells one. */
export function plainParams(params: unknown): unknown {
  return settle(params);
}
