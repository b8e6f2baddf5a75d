/**
 * Conditions on entries of the trace: `{ kind = "call", … }` and `{ kind = "inbound", … }` (facts §10.1).
 * @module
 */

import type { TraceEvent } from "../protocol/mod.ts";
import { compilePattern, compileRegex, type Mismatch, type Pattern } from "./pattern.ts";

/** A compiled condition. */
export interface Condition {
  /** Whether a trace entry, of whichever agent, meets it. */
  matches(event: TraceEvent): boolean;
  /** Why an entry of the right kind and name does not meet it; nothing for one of another kind or name. */
  nearMiss(event: TraceEvent): Mismatch[] | undefined;
  /** The condition as a person reads it. */
  toString(): string;
}

/** A name of this form is compared as it stands; any other is a regular expression, as later revisions of omw take all. */
const PLAIN_NAME = /^[A-Za-z0-9_-]+$/;

/**
 * Compiles a condition. Keys that it does not know are ignored.
 * @throws {TypeError} when it is neither a call nor an inbound condition, or holds a wrong pattern
 */
export function compileCondition(source: unknown): Condition {
  const fields = typeof source === "object" && source !== null ? source as Record<string, unknown> : {};
  const { kind } = fields;
  const reserved = Object.keys(fields).find((key) => key.startsWith("$"));
  if (reserved !== undefined) {
    throw new TypeError(
      `the key ${JSON.stringify(reserved)} must not stand here: $while and $until wrap a call or inbound entry, once`,
    );
  }
  if (kind !== "call" && kind !== "inbound") {
    throw new TypeError(
      `expected kind = "call" or kind = "inbound", found ${kind === undefined ? "no kind" : JSON.stringify(kind)}`,
    );
  }
  const [nameKey, bodyKey] = kind === "call" ? ["op", "detail"] : ["event", "payload"];
  const name = compileName(fields[nameKey], nameKey);
  const body = fields[bodyKey] === undefined ? undefined : compilePattern(fields[bodyKey]);
  const label = fields[nameKey] === undefined ? "None" : `Some(${JSON.stringify(fields[nameKey])})`;
  return {
    matches: (event) => {
      if (event.kind !== kind) return false;
      return event.kind === "call" ? meets(event.op, name, event.detail, body) : meets(event.event, name, event.payload, body);
    },
    nearMiss: (event) => {
      if (event.kind !== kind || body === undefined) return undefined;
      const [found, value] = event.kind === "call" ? [event.op, event.detail] : [event.event, event.payload];
      const mismatches = name(found) ? body.mismatches(value, bodyKey) : [];
      return mismatches.length === 0 ? undefined : mismatches;
    },
    toString: () => `${kind}(${nameKey}=${label}, ${bodyKey}=${body ?? "none"})`,
  };
}

type BodyValue = Parameters<Pattern["matches"]>[0];

function meets(name: string, wanted: (name: string) => boolean, value: BodyValue, body: Pattern | undefined): boolean {
  return wanted(name) && (body === undefined || body.matches(value));
}

function compileName(source: unknown, key: string): (name: string) => boolean {
  if (source === undefined) return () => true;
  if (typeof source !== "string") throw new TypeError(`${key} must be text, found ${JSON.stringify(source)}`);
  if (PLAIN_NAME.test(source)) return (name) => name === source;
  const regex = compileRegex(source);
  return (name) => regex.test(name);
}
