/**
 * The schema of an agent.
 * @module
 */

import { z } from "zod";

const NOT_EMPTY = "must not be empty";

/** The schema of one `[[agents]]` entry. */
export const agentSchema = z.object({
  name: z.string().min(1, NOT_EMPTY).describe("The agent's name, unique in the config."),
  runtime: z.string().min(1, NOT_EMPTY).describe("The name of the runtime entry that the agent's brain runs in."),
  script: z.string().min(1, NOT_EMPTY).describe(
    "The brain's script or component; relative to the config's folder, then the working folder.",
  ),
});
