/**
 * Patterns over JSON: what assertions and gates are written in (facts §10.2).
 *
 * A string is a regular expression that must be found in a string; an object names members that must be there and match; an array
 * is an ordered subsequence, with `$while` and `$until`; anything else must be equal.
 * @module
 */

import { RE2JS } from "re2js";
import type { Json } from "../protocol/mod.ts";
import { SequenceCursor, type SequenceStep, stepOf } from "./sequence.ts";

/** Why a value does not match: one place in it. */
export interface Mismatch {
  /** Where, such as `messages[].role`; empty for the value itself. */
  path: string;
  /** What the pattern wants there, as a person reads it. */
  wanted: string;
  /** What is there; `undefined` when nothing is. */
  found: Json | undefined;
}

/** A compiled pattern. */
export interface Pattern {
  /** Whether the value matches; `undefined` stands for an absent value and matches nothing. Linear in the value's size. */
  matches(value: Json | undefined): boolean;
  /** Every place at which the value does not match, at most one per member of the pattern; none when it matches. */
  mismatches(value: Json | undefined, path?: string): Mismatch[];
  /** The pattern as a person reads it, with regular expressions between slashes. */
  toString(): string;
}

/**
 * Compiles a pattern.
 * @param source the pattern as parsed from a config
 * @throws {TypeError} when a regular expression is wrong, which the message quotes, the source holds something that is no JSON, or a
 * key begins with `$` where that has no meaning: such keys are reserved and never name a member
 */
export function compilePattern(source: unknown): Pattern {
  if (typeof source === "string") return new TextPattern(source);
  if (Array.isArray(source)) return new ListPattern(source);
  if (source === null || typeof source === "boolean" || typeof source === "number") return new ExactPattern(source);
  if (typeof source === "object" && isPlain(source)) return new ObjectPattern(source);
  const found = typeof source === "object" ? source.constructor?.name ?? "object" : typeof source;
  throw new TypeError(`a pattern holds text, numbers, booleans, tables and arrays, not a ${found}; write it as text`);
}

/**
 * Compiles a regular expression in the syntax of RE2, which has no look-around and no back-references and so takes linear time.
 * @throws {TypeError} when it is wrong
 */
export function compileRegex(source: string): { test(text: string): boolean } {
  try {
    const regex = RE2JS.compile(source);
    return { test: (text) => regex.matcher(text).find() };
  } catch (error) {
    const reason = error instanceof Error ? `: ${error.message}` : "";
    throw new TypeError(`invalid regex in assertion pattern: ${JSON.stringify(source)}${reason}`, { cause: error });
  }
}

class TextPattern implements Pattern {
  readonly #source: string;
  readonly #regex: { test(text: string): boolean };

  constructor(source: string) {
    this.#source = source;
    this.#regex = compileRegex(source);
  }

  matches(value: Json | undefined): boolean {
    return typeof value === "string" && this.#regex.test(value);
  }

  mismatches(value: Json | undefined, path = ""): Mismatch[] {
    return this.matches(value) ? [] : [{ path, wanted: this.toString(), found: value }];
  }

  toString(): string {
    return `/${this.#source}/`;
  }
}

class ExactPattern implements Pattern {
  readonly #value: null | boolean | number;

  constructor(value: null | boolean | number) {
    this.#value = value;
  }

  matches(value: Json | undefined): boolean {
    return value === this.#value;
  }

  mismatches(value: Json | undefined, path = ""): Mismatch[] {
    return this.matches(value) ? [] : [{ path, wanted: this.toString(), found: value }];
  }

  toString(): string {
    return String(this.#value);
  }
}

class ObjectPattern implements Pattern {
  readonly #members: readonly (readonly [string, Pattern])[];

  constructor(source: object) {
    this.#members = Object.entries(source).map(([key, member]) => {
      if (key.startsWith("$")) throw new TypeError(reserved(key));
      return [key, compilePattern(member)];
    });
  }

  matches(value: Json | undefined): boolean {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    return this.#members.every(([key, pattern]) => pattern.matches(ownMember(value, key)));
  }

  mismatches(value: Json | undefined, path = ""): Mismatch[] {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return [{ path, wanted: this.toString(), found: value }];
    }
    return this.#members.flatMap(([key, pattern]) => {
      return pattern.mismatches(ownMember(value, key), path === "" ? key : `${path}.${key}`);
    });
  }

  toString(): string {
    return `{${this.#members.map(([key, pattern]) => `${key}: ${pattern}`).join(", ")}}`;
  }
}

class ListPattern implements Pattern {
  readonly #steps: readonly SequenceStep<Json | undefined>[];

  constructor(source: readonly unknown[]) {
    this.#steps = source.map((element) => stepOf(element, compilePattern));
  }

  matches(value: Json | undefined): boolean {
    return Array.isArray(value) && this.#follow(value).isDone;
  }

  mismatches(value: Json | undefined, path = ""): Mismatch[] {
    if (!Array.isArray(value)) return [{ path, wanted: this.toString(), found: value }];
    const cursor = this.#follow(value);
    if (cursor.isDone) return [];
    const wanted = cursor.index === 0 ? this.toString() : `${this.toString()}, of which nothing fits ${cursor.remaining[0]}`;
    return [{ path, wanted, found: value }];
  }

  #follow(value: Json[]): SequenceCursor<Json | undefined> {
    const cursor = new SequenceCursor(this.#steps);
    for (const element of value) {
      if (cursor.isDone) break;
      cursor.feed(element);
    }
    return cursor;
  }

  toString(): string {
    return `[${this.#steps.join(", ")}]`;
  }
}

/** An own member: `constructor` and `__proto__` are legal keys of a pattern. */
function ownMember(value: { [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function reserved(key: string): string {
  const where = key === "$while" || key === "$until"
    ? "it stands in an entry of events or in an element of an array, and not inside of another one"
    : "only $while and $until have a meaning";
  return `the key ${JSON.stringify(key)} is reserved: ${where}`;
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
