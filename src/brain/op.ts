/**
 * What the calls of a brain's world have in common: text in, text out (see `client.ts`).
 * @module
 */

import { type Check, uuid } from "../protocol/check.ts";
import { MAX_HANDLES } from "../protocol/frames.ts";
import type { Json } from "../protocol/model.ts";
import type { Exchange, Reply } from "./exchange.ts";

/** Serves one call: takes its arguments as text, answers `=` and the result as JSON, or `!` and an error's text. */
export type Op = (exchange: Exchange, args: string) => string;

/** A call that went well. */
export function ok(result: Json): string {
  return result === null ? "=null" : "=" + JSON.stringify(result);
}

/** A call that failed. */
export function fail(text: string): string {
  return "!" + text;
}

/** A round trip's answer as the call's. */
export function answer(reply: Reply): string {
  return "err" in reply ? fail(reply.err) : ok(reply.v);
}

/**
 * Arguments that are JSON text. The worlds check what a brain hands them, so what is wrong here is no brain's fault.
 * @throws {TypeError} when they are not what `check` wants
 */
export function read<T>(args: string, check: Check): T {
  let value: unknown;
  try {
    value = JSON.parse(args);
  } catch (cause) {
    throw new TypeError("the arguments are no JSON", { cause });
  }
  const wanted = check(value);
  if (wanted !== undefined) throw new TypeError(`wanted ${wanted}`);
  return value as T;
}

/**
 * A time or a duration in ms, given as a decimal; what JavaScript can't count exactly saturates (facts §9.2).
 * @throws {TypeError} when it is no whole number from 0 on
 */
export function readTicks(args: string): number {
  if (!/^\d{1,20}$/.test(args)) throw new TypeError("wanted a whole number of milliseconds");
  return Math.min(Number(args), Number.MAX_SAFE_INTEGER);
}

/** Whether a text can name a handle at all. What can't is not sent: the host, whose own check this is, takes it for a violation. */
export function isHandle(args: string): boolean {
  return uuid(args) === undefined;
}

/** A fresh handle. */
export function mint(): string {
  return crypto.randomUUID();
}

/** What a call fails with that would open one handle too many. */
export const HANDLES_FULL: string =
  `${MAX_HANDLES} handles are open, which is the most that an agent may have; cancel some, unsubscribe, or receive the events that end them`;
