/**
 * HTTP requests whose answers cannot fill the memory.
 * @module
 */

/** The longest body of an HTTP error that is read, in bytes; it is for an error message, so the rest is dropped silently. */
const MAX_ERROR_BODY_BYTES = 64 * 1024;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * `fetch` with bounded bodies. An event stream may go on for ever, but a line of it is at most `bound` bytes; any other body is at
 * most that long in all. A longer one fails while it is read. Linear in the bytes read.
 */
export function boundedFetch(bound: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    // The client package looks at a redirect's own fields, which a copy would lack; its body is not used.
    if (response.body === null || (response.status >= 300 && response.status < 400)) return response;
    const isStream = /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
    const limiter = !response.ok ? truncating(MAX_ERROR_BODY_BYTES) : isStream ? limitingLines(bound) : limiting(bound);
    return new Response(response.body.pipeThrough(limiter), response);
  };
}

function limiting(bound: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > bound) throw new RangeError(`the server's answer is larger than ${bound} bytes`);
      controller.enqueue(chunk);
    },
  });
}

function limitingLines(bound: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = Math.max(chunk.lastIndexOf(LINE_FEED), chunk.lastIndexOf(CARRIAGE_RETURN));
      size = end < 0 ? size + chunk.length : chunk.length - end - 1;
      if (size > bound) throw new RangeError(`a line of the server's event stream is longer than ${bound} bytes`);
      controller.enqueue(chunk);
    },
  });
}

function truncating(bound: number): TransformStream<Uint8Array, Uint8Array> {
  let room = bound;
  return new TransformStream({
    transform(chunk, controller) {
      if (room > 0) controller.enqueue(chunk.subarray(0, room));
      room -= chunk.length;
      if (room <= 0) controller.terminate();
    },
  });
}
