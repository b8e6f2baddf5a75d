/**
 * Small checks for what arrives from the other process. Hand-made because this room may import nothing, and because these run on
 * every frame: a check allocates nothing when the value is good.
 * @module
 */

/** Answers `undefined` for a good value, else what was wanted, such as `a string`. */
export type Check = (value: unknown) => string | undefined;

/** A string. */
export const text: Check = (value) => typeof value === "string" ? undefined : "a string";

/** A boolean. */
export const flag: Check = (value) => typeof value === "boolean" ? undefined : "a boolean";

/** A whole number from 0 to 2⁵³−1. */
export const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : "a whole number";

/** A finite number. */
export const finite: Check = (value) => Number.isFinite(value) ? undefined : "a number";

/** Anything at all (it came out of `JSON.parse`, so it is JSON). */
export const anything: Check = () => undefined;

/** A version 4, variant 1 UUID of RFC 9562 in lower case; `$` without a flag matches at the very end only. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * A handle as omw makes them: a random (version 4) UUID in lower case, with dashes and nothing else (facts §4.9). Brain processes
 * mint them (design §3), so both ends ask this: the child of what a brain hands it, the host of each one that arrives.
 */
export const uuid: Check = (value) =>
  typeof value === "string" && value.length === 36 && UUID.test(value) ? undefined : "a v4 UUID";

/** The inner check, or nothing there: absent or null. */
export function optional(inner: Check): Check {
  return (value) => value === undefined || value === null ? undefined : inner(value);
}

/** One of these texts. */
export function oneOf(...texts: readonly string[]): Check {
  return (value) => texts.includes(value as string) ? undefined : `one of ${texts.join(", ")}`;
}

/** A list whose members all pass. */
export function listOf(inner: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return "a list";
    for (let i = 0; i < value.length; i++) {
      const wanted = inner(value[i]);
      if (wanted !== undefined) return `at ${i}: ${wanted}`;
    }
    return undefined;
  };
}

/** An object whose named members pass; further members are allowed and ignored. */
export function record(members: Readonly<Record<string, Check>>): Check {
  const names = Object.keys(members);
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "an object";
    for (const name of names) {
      const wanted = members[name]!((value as Record<string, unknown>)[name]);
      if (wanted !== undefined) return `${name}: ${wanted}`;
    }
    return undefined;
  };
}

/** An object used as a map, whose values all pass. */
export function mapOf(inner: Check): Check {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "an object";
    for (const key of Object.keys(value)) {
      const wanted = inner((value as Record<string, unknown>)[key]);
      if (wanted !== undefined) return `${key}: ${wanted}`;
    }
    return undefined;
  };
}
