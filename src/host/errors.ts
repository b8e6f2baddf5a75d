/**
 * Errors as brains see them.
 * @module
 */

/** The brain process did what the protocol forbids; its run ends, and nothing else does. */
export class ProtocolFault extends Error {
  /** Always `ProtocolFault`. */
  override readonly name = "ProtocolFault";
}

/** The one line of an error that a brain is told: its outermost message. */
export function faultText(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  return typeof error === "string" ? error : `${error}`;
}

/** An error's message and those of its causes, joined by `: ` (design §8); a cause that repeats its error's text is not said again. */
export function errorChain(error: unknown): string {
  let text = faultText(error);
  let at = error;
  // A chain is as long as the layers it went through; a cycle would be a fault of our own.
  for (let depth = 0; depth < 16 && at instanceof Error && at.cause !== undefined && at.cause !== null; depth++) {
    at = at.cause;
    const next = faultText(at);
    if (next && !text.includes(next)) text += `: ${next}`;
  }
  return text;
}
