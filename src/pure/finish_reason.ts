/**
 * What a finish reason says about the reply.
 * @module
 */

/** With these finish reasons the model stopped before it was done, so the call that it was writing is not whole. */
const CUT_REASONS = new Set(["length", "content_filter", "error"]);

/** Whether a reply that ended for this reason may hold half a tool call, which must not be run. */
export function isCutOff(finishReason: string | undefined): boolean {
  return finishReason !== undefined && CUT_REASONS.has(finishReason);
}
