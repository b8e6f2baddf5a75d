/**
 * One script of the oracle's tables, and the world that it meets.
 * @module
 */

import type { Event } from "../../src/protocol/mod.ts";

/** A script that is run by the reference's interpreter and by ours. */
export interface OracleCase {
  /** The script; it is also the case's name. */
  script: string;
  /** Check it in place of running it. */
  op?: "check";
  /** Events that are in the inbox. */
  events?: readonly Event[];
  /** What round trips answer in place of `worldAnswers`, by operation; an `Error` is what they fail with. */
  answers?: Readonly<Record<string, unknown>>;
  /**
   * Why ours is to do something else: the reason, and what ours gives (`=` and the message, `-` without one, `!` and the error's
   * text; a pattern has to match it).
   */
  differs?: { why: string; ours: string | RegExp };
}

/** Cases of scripts alone. */
export function scripts(...all: string[]): OracleCase[] {
  return all.map((script) => ({ script }));
}

/** Cases that receive these events, one after the other. */
export function receiving(events: readonly Event[], ...all: string[]): OracleCase[] {
  return all.map((script) => ({ script, events }));
}
