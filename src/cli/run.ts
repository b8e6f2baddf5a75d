/**
 * `omw run`: every agent once.
 * @module
 */

import { startAgents } from "./agents.ts";
import type { Invocation } from "./options.ts";

/** Runs the agents until all of them have ended; resolves with the exit code. */
export function run(invocation: Invocation): Promise<number> {
  return startAgents(invocation, "runAgents");
}
