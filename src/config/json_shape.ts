/**
 * What a zod schema says about its input, read from the JSON Schema that zod makes of it: a public format, where zod's own
 * definitions are internals.
 * @module
 */

import { z } from "zod";
import { isTable, type Table } from "./plain_tree.ts";

/** The alternatives that a value may match, without references and combinators; empty when anything goes. */
export interface Shape {
  /** The document that references point into. */
  readonly root: Table;
  /** The alternatives: plain schemas. */
  readonly alternatives: readonly Table[];
}

/** A reference chain or a nest of combinators longer than this is cut off; recursion needs a level for each level of the value. */
const MAX_NESTING = 32;

const shapes = new WeakMap<z.ZodType, Shape>();

/** The shape of what `schema` takes in. */
export function shapeOf(schema: z.ZodType): Shape {
  let shape = shapes.get(schema);
  if (shape === undefined) {
    const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Table;
    shape = { root, alternatives: flatten(root, root) };
    shapes.set(schema, shape);
  }
  return shape;
}

/** The shape of a value that may be anything. */
export const ANYTHING: Shape = { root: {}, alternatives: [{}] };

function flatten(root: Table, schema: unknown, nesting = 0): Table[] {
  if (!isTable(schema) || nesting > MAX_NESTING) return [{}];
  const reference = schema["$ref"];
  if (typeof reference === "string") return flatten(root, follow(root, reference), nesting + 1);
  for (const combinator of ["anyOf", "oneOf", "allOf"]) {
    const parts = schema[combinator];
    if (Array.isArray(parts)) return parts.flatMap((part) => flatten(root, part, nesting + 1));
  }
  return [schema];
}

/** The target of a local reference such as `#/$defs/__schema0` or `#`. */
function follow(root: Table, reference: string): unknown {
  let target: unknown = root;
  for (const segment of reference.split("/").slice(1)) target = isTable(target) ? target[segment] : undefined;
  return target;
}

/** True when a value of JSON Schema's `type` (`string`, `array`, …) is named as acceptable. */
export function takes(shape: Shape, type: string): boolean {
  return shape.alternatives.some((alternative) => {
    const types = alternative["type"];
    if (types === undefined) return typeof alternative["const"] === type || includesType(alternative["enum"], type);
    return types === type || (Array.isArray(types) && types.includes(type));
  });
}

function includesType(values: unknown, type: string): boolean {
  return Array.isArray(values) && values.some((value) => typeof value === type);
}

/**
 * The shape narrowed to the alternatives whose constant members (such as `transport`) `table` does not contradict. All of them when
 * it contradicts each.
 */
export function narrow(shape: Shape, table: ReadonlyMap<string, unknown>): Shape {
  const fitting = shape.alternatives.filter((alternative) => {
    const properties = alternative["properties"];
    if (!isTable(properties)) return true;
    return Object.entries(properties).every(([key, property]) => {
      const constant = isTable(property) ? property["const"] : undefined;
      return constant === undefined || !table.has(key) || table.get(key) === constant;
    });
  });
  return fitting.length === 0 ? shape : { root: shape.root, alternatives: fitting };
}

/** The keys that a table is known to have. */
export function knownKeys(shape: Shape): string[] {
  const keys = new Set<string>();
  for (const { properties } of shape.alternatives) {
    if (isTable(properties)) { for (const key of Object.keys(properties)) keys.add(key); }
  }
  return [...keys];
}

/** The shape of the member `key` of a table: what its property says, else what the table says about further keys. */
export function memberShape(shape: Shape, key: string): Shape {
  return members(shape, (alternative) => {
    const properties = alternative["properties"];
    return isTable(properties) && Object.hasOwn(properties, key) ? properties[key] : alternative["additionalProperties"];
  });
}

/** The shape of an array's items. */
export function itemShape(shape: Shape): Shape {
  return members(shape, (alternative) => alternative["items"]);
}

function members(shape: Shape, pick: (alternative: Table) => unknown): Shape {
  const alternatives = shape.alternatives.flatMap((alternative) => {
    const schema = pick(alternative);
    return schema === undefined || schema === false ? [] : flatten(shape.root, schema);
  });
  return { root: shape.root, alternatives: alternatives.length === 0 ? [{}] : alternatives };
}

/** True when a table takes keys that it does not name: it is open, or a map. */
export function isOpen(shape: Shape): boolean {
  return shape.alternatives.some((alternative) => {
    const further = alternative["additionalProperties"];
    return isTable(further) || further === true || (alternative["properties"] === undefined && further === undefined);
  });
}
