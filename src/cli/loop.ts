/**
 * `omw loop`: every agent again and again.
 * @module
 */

import { startAgents } from "./agents.ts";
import type { Invocation } from "./options.ts";

/** Runs the agents until a signal asks for the end; resolves with the exit code. */
export function loop(invocation: Invocation): Promise<number> {
  return startAgents(invocation, "loopAgents");
}
