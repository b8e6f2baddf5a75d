/**
 * Values from environment variables on their way to the schema that says what they are.
 *
 * A variable is only text. Whether `12345` is a number or a key that looks like one is known to the schema of the kind that the value
 * ends up in, so the overlay leaves these marks in the params and `parseParams` replaces them.
 * @module
 */

import { parse } from "smol-toml";
import { REDACTED } from "./secret.ts";
import { plainTree } from "./plain_tree.ts";

/** What the variables that lie over a config begin with, unless somebody says otherwise. */
export const ENV_PREFIX = "OMW__";

/** True when a variable begins with `prefix`, in any case. */
export function isOverlay(variable: string, prefix: string): boolean {
  return variable.length > prefix.length && variable.slice(0, prefix.length).toUpperCase() === prefix;
}

/** The text of one environment variable. It may be secret, so it prints as `<redacted>`. */
export class EnvText {
  /** The variable's name. */
  readonly variable: string;
  readonly #text: string;

  /** The text that the variable named `variable` holds. */
  constructor(variable: string, text: string) {
    this.variable = variable;
    this.#text = text;
  }

  /** The text as it is. */
  reveal(): string {
    return this.#text;
  }

  /** `<redacted>`. */
  toString(): string {
    return REDACTED;
  }

  /** `<redacted>`. */
  toJSON(): string {
    return REDACTED;
  }

  /** `<redacted>`, for `Deno.inspect`. */
  [Symbol.for("Deno.customInspect")](): string {
    return REDACTED;
  }

  /** `<redacted>`, for `node:util`. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return REDACTED;
  }
}

/** A table, or an array whose keys are its indexes, that exists only in environment variables. */
export class EnvTable {
  /** The variable that made it. */
  readonly variable: string;
  /** The members by the names that the variables spell. */
  readonly members: Map<string, EnvText | EnvTable> = new Map();

  /** An empty table that `variable` made. */
  constructor(variable: string) {
    this.variable = variable;
  }

  /** The members in order when their names are exactly the indexes `0` to `length - 1`; otherwise `undefined`. */
  asArray(): (EnvText | EnvTable)[] | undefined {
    const items: (EnvText | EnvTable)[] = [];
    for (let index = 0; index < this.members.size; index++) {
      const item = this.members.get(String(index));
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }
}

/** True for what the overlay made. */
export function isEnvMade(value: unknown): value is EnvText | EnvTable {
  return value instanceof EnvText || value instanceof EnvTable;
}

/** `text` as a TOML value (a number, a boolean, a date, an array, an inline table) or as JSON; `undefined` when it is neither. */
export function inlineValue(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  try {
    const document = parse(`value = ${trimmed}`);
    // Text with line ends could hold further keys; then it is no single value.
    if (Object.keys(document).length === 1) return plainTree(document["value"]);
  } catch {
    // JSON differs from TOML in `:` for `=` and in `null`.
  }
  try {
    return plainTree(JSON.parse(trimmed));
  } catch {
    return undefined;
  }
}

/** `text` as the number, boolean, array or table that it spells in TOML, else the text itself: what an open table takes. */
export function guessedValue(text: string): unknown {
  const value = inlineValue(text);
  // A quoted text loses its quotes as it would in the file.
  return value === undefined || value === null ? text : value;
}

const TRUE = new Set(["1", "true", "on", "yes"]);
const FALSE = new Set(["0", "false", "off", "no"]);

/** `text` as a boolean, by the words that the documented overlay knows (facts §3.3); `undefined` for any other. */
export function booleanValue(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : undefined;
}

/** `text` as a number in TOML's spelling; `undefined` for anything else. */
export function numberValue(text: string): number | undefined {
  const value = inlineValue(text);
  return typeof value === "number" ? value : undefined;
}
