/**
 * Takes the place of `src/brain/js.ts` in builds without the js kind. The host of such a build never starts a js brain; should a frame
 * ask for one anyway, the run ends with an error.
 * @module
 */

import type { Outcome } from "../../src/brain/outcome.ts";

/** Runs nothing. */
export function runJs(): Outcome {
  return { err: "this build of omw has no js runtime" };
}
