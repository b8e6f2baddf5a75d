/**
 * `omw loop`: every agent again and again.
 * @module
 */

import type { Invocation } from "./options.ts";
import { startAgents } from "./start_agents.ts";

/** Runs the agents until a signal asks for the end; resolves with the exit code. */
export function loop(invocation: Invocation): Promise<number> {
  return startAgents(invocation, "loopAgents");
}
