/**
 * What zod found, in the words of this program.
 * @module
 */

import type { z } from "zod";
import { keyPath, typeName } from "./errors.ts";
import { didYouMean } from "./nearest.ts";

/** More of a found text is not shown. */
const MAX_SHOWN = 60;

/**
 * The message of one issue: what was expected and what was found. A found text is shown only where a number, a boolean or one of
 * a few words was expected: elsewhere it may be a secret in the wrong place. `undefined` leaves the message to zod.
 */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue;
  switch (issue.code) {
    case "invalid_type":
      if (input === undefined) return `missing; expected ${expectedName(issue.expected)}`;
      return `expected ${expectedName(issue.expected)}, found ${found(input, SCALARS.has(issue.expected))}`;
    case "invalid_value":
      if (input === undefined) return `missing; expected ${choice(issue.values)}`;
      return `expected ${choice(issue.values)}, found ${found(input, true)}${hint(input, issue.values)}`;
    case "too_small":
      return `expected at least ${amount(issue.minimum, issue.origin)}, found ${size(input)}`;
    case "too_big":
      return `expected at most ${amount(issue.maximum, issue.origin)}, found ${size(input)}`;
    case "unrecognized_keys":
      return `unknown ${issue.keys.length === 1 ? "key" : "keys"} ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
    case "invalid_union":
      return unionMessage(issue);
    default:
      return undefined;
  }
}

const SCALARS = new Set(["number", "int", "boolean"]);

function unionMessage(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string | undefined {
  const { discriminator, options, input } = issue as { discriminator?: string; options?: readonly unknown[]; input?: unknown };
  if (discriminator !== undefined && Array.isArray(options)) {
    const value = typeof input === "object" && input !== null ? (input as Record<string, unknown>)[discriminator] : undefined;
    if (value === undefined) return `missing; expected ${choice(options)}`;
    return `expected ${choice(options)}, found ${found(value, true)}${hint(value, options)}`;
  }
  const expected = issue.errors.flatMap((branch) => {
    const first = branch[0];
    return first?.code === "invalid_type" && first.path.length === 0 ? [expectedName(first.expected)] : [];
  });
  if (expected.length === issue.errors.length) return `expected ${either(expected)}, found ${found(input, false)}`;
  // The alternative that fits the value itself, and fails somewhere inside it, is the one that was meant.
  const inside = issue.errors.map((branch) => branch[0]).find((first) => first !== undefined && first.path.length > 0);
  return inside === undefined ? undefined : `${keyPath("", ...inside.path)}: ${inside.message}`;
}

function expectedName(type: string): string {
  switch (type) {
    case "object":
    case "record":
    case "map":
      return "a table";
    case "array":
    case "tuple":
      return "an array";
    case "int":
      return "an integer";
    case "boolean":
      return "true or false";
    default:
      return `a ${type}`;
  }
}

function found(value: unknown, showText: boolean): string {
  if (typeof value === "number" || typeof value === "boolean") return `${value} (${typeName(value)})`;
  if (typeof value === "string" && showText) return `${shortened(value)} (a string)`;
  return typeName(value);
}

function shortened(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}

function choice(values: readonly unknown[]): string {
  return either(values.map((value) => typeof value === "string" ? JSON.stringify(value) : String(value)));
}

function either(words: readonly string[]): string {
  const distinct = [...new Set(words)];
  return distinct.length < 2 ? distinct.join("") : `${distinct.slice(0, -1).join(", ")} or ${distinct.at(-1)}`;
}

function hint(value: unknown, values: readonly unknown[]): string {
  if (typeof value !== "string") return "";
  return didYouMean(value, values.filter((option) => typeof option === "string"));
}

function amount(limit: number | bigint, origin: string): string {
  switch (origin) {
    case "string":
      return `${limit} characters`;
    case "array":
    case "set":
      return `${limit} items`;
    default:
      return String(limit);
  }
}

function size(input: unknown): string {
  if (typeof input === "string" || Array.isArray(input)) return String(input.length);
  return typeof input === "number" ? String(input) : typeName(input);
}
