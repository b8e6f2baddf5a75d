/**
 * Replaces the marks of environment variables by values of the types that a shape wants.
 * @module
 */

import { booleanValue, EnvTable, EnvText, guessedValue, inlineValue, isEnvMade, numberValue } from "./env_value.ts";
import { ANYTHING, isOpen, itemShape, knownKeys, memberShape, narrow, type Shape, takes } from "./json_shape.ts";
import { foldKey } from "./nearest.ts";
import { emptyTable, isTable } from "./plain_tree.ts";

/**
 * A copy of `value` without marks. Text that cannot become what the shape wants stays text, so that the schema's own message tells
 * what is wrong with it.
 */
export function settle(value: unknown, shape: Shape = ANYTHING): unknown {
  if (value instanceof EnvText) return settleText(shape, value.reveal());
  if (value instanceof EnvTable) {
    const items = takes(shape, "object") ? undefined : value.asArray();
    return items === undefined ? settleTable(shape, value.members) : settle(items, shape);
  }
  if (Array.isArray(value)) {
    const items = itemShape(shape);
    return value.map((item) => settle(item, items));
  }
  return isTable(value) ? settleTable(shape, new Map(Object.entries(value))) : value;
}

function settleText(shape: Shape, text: string): unknown {
  if (takes(shape, "string")) return text;
  if (takes(shape, "boolean")) {
    const value = booleanValue(text);
    if (value !== undefined) return value;
  }
  if (takes(shape, "integer") || takes(shape, "number")) return numberValue(text) ?? text;
  if (takes(shape, "array") || takes(shape, "object")) {
    const value = inlineValue(text);
    return typeof value === "object" && value !== null ? value : text;
  }
  return takes(shape, "boolean") ? text : guessedValue(text);
}

function settleTable(shape: Shape, members: ReadonlyMap<string, unknown>): unknown {
  const named = new Map<string, unknown>();
  const naming = namesOf(shape);
  for (const [key, member] of members) named.set(isEnvMade(member) ? naming(key) : key, member);
  // Constants first: which alternative the table is decides what its other members are.
  const fitting = narrow(
    shape,
    new Map([...named].map(([key, member]) => [key, member instanceof EnvText ? member.reveal() : member])),
  );
  const table = emptyTable();
  for (const [key, member] of named) table[key] = settle(member, memberShape(fitting, key));
  return table;
}

/**
 * How the keys that variables spell become keys of the table. A key that the schema knows is found without regard to case. In a map
 * of texts, such as a server's environment, the case is kept: `GITHUB_TOKEN`. In an open table, such as the settings of a chat
 * request, a name all in capitals is lowered, since variables are customarily in capitals: `TEMPERATURE` is `temperature`.
 */
function namesOf(shape: Shape): (key: string) => string {
  const known = new Map(knownKeys(shape).map((key) => [foldKey(key), key]));
  const keepsCase = isOpen(shape) && takes(memberShape(shape, "\0"), "string");
  return (key) => known.get(foldKey(key)) ?? (keepsCase || key !== key.toUpperCase() ? key : key.toLowerCase());
}
