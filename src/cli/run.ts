/**
 * `omw run`: every agent once.
 * @module
 */

import type { Invocation } from "./options.ts";
import { startAgents } from "./start_agents.ts";

/** Runs the agents until all of them have ended; resolves with the exit code. */
export function run(invocation: Invocation): Promise<number> {
  return startAgents(invocation, "runAgents");
}
