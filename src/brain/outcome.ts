/**
 * What a brain's world is given, and what comes of it.
 * @module
 */

import type { HostClient } from "./client.ts";
import type { RunParts } from "./parts.ts";

/** How a run ended: with a terminal message or without, or with an error, one line. */
export type Outcome = { readonly v?: string } | { readonly err: string };

/** What a world is given to run or to check a program. */
export interface Job<Program> {
  /** Run the program, or only have it checked. */
  readonly op: "run" | "check";
  /** The program. */
  readonly program: Program;
  /** What arrived for the run. */
  readonly parts: RunParts;
  /** The host. The caller closes it after the run. */
  readonly client: HostClient;
}
