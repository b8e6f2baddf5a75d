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

/** A compiled pattern. */
export interface Pattern {
  /** Whether the value matches; `undefined` stands for an absent value and matches nothing. Linear in the value's size. */
  matches(value: Json | undefined): boolean;
  /** The pattern as a person reads it, with regular expressions between slashes. */
  toString(): string;
}

/**
 * Compiles a pattern.
 * @param source the pattern as parsed from a config
 * @throws {TypeError} when a regular expression is wrong, which the message quotes, or the source holds something that is no JSON
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

  toString(): string {
    return String(this.#value);
  }
}

class ObjectPattern implements Pattern {
  readonly #members: readonly (readonly [string, Pattern])[];

  constructor(source: object) {
    this.#members = Object.entries(source).map(([key, member]) => [key, compilePattern(member)]);
  }

  matches(value: Json | undefined): boolean {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    // Own members only: `constructor` is a legal key of a pattern.
    return this.#members.every(([key, pattern]) => Object.hasOwn(value, key) && pattern.matches(value[key]));
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
    if (!Array.isArray(value)) return false;
    const cursor = new SequenceCursor(this.#steps);
    for (const element of value) {
      if (cursor.isDone) break;
      cursor.feed(element);
    }
    return cursor.isDone;
  }

  toString(): string {
    return `[${this.#steps.join(", ")}]`;
  }
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
