/**
 * Response bodies that are read whole, within bounds.
 * @module
 */

/** What was read of a body. */
export interface ResponseText {
  /** The text, in the worst case the beginning of it. */
  text: string;
  /** The body ended within the bounds. */
  isWhole: boolean;
}

/**
 * Reads a body as UTF-8 up to the read that reaches `limit` bytes. Never throws: where the connection breaks or `signal` fires, what
 * came before is the best that there is. The connection is closed in those cases.
 */
export async function responseText(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
  signal: AbortSignal,
): Promise<ResponseText> {
  if (body === null) return { text: "", isWhole: true };
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let isWhole = false;
  try {
    for (let size = 0; size < limit && !signal.aborted;) {
      const { done, value } = await reader.read();
      if (done) {
        isWhole = !signal.aborted;
        break;
      }
      size += value.length;
      pieces.push(decoder.decode(value, { stream: true }));
    }
  } catch {
    // The connection broke; `isWhole` says so.
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
  pieces.push(decoder.decode());
  return { text: pieces.join(""), isWhole };
}
