/**
 * HTTP requests whose answers cannot fill the memory.
 * @module
 */

/** The longest body of an HTTP error that is read, in bytes; it is for an error message, so the rest is dropped silently. */
const MAX_ERROR_BODY_BYTES = 64 * 1024;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * `fetch` with bounded bodies. An event stream may go on for ever, but an event of it, which the client package holds until its blank
 * line, is at most `bound` bytes; any other body is at most that long in all. A longer one fails while it is read. Linear in the bytes
 * read.
 */
export function boundedFetch(bound: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    // The client package looks at a redirect's own fields, which a copy would lack; its body is not used.
    if (response.body === null || (response.status >= 300 && response.status < 400)) return response;
    const isStream = /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
    const limiter = !response.ok ? truncating(MAX_ERROR_BODY_BYTES) : isStream ? limitingEvents(bound) : limiting(bound);
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

function limitingEvents(bound: number): TransformStream<Uint8Array, Uint8Array> {
  // Of what has no end yet: the line, and the event without its line ends.
  let line = 0;
  let event = 0;
  let last = 0;
  return new TransformStream({
    transform(chunk, controller) {
      let start = 0;
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at]!;
        if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) continue;
        const before = at > 0 ? chunk[at - 1] : last;
        line += at - start;
        event += at - start;
        start = at + 1;
        // The second half of a CRLF is no line end of its own.
        if (byte === LINE_FEED && before === CARRIAGE_RETURN) continue;
        if (line === 0) event = 0;
        line = 0;
      }
      line += chunk.length - start;
      event += chunk.length - start;
      last = chunk.at(-1) ?? last;
      if (line > bound) throw new RangeError(`a line of the server's event stream is longer than ${bound} bytes`);
      if (event > bound) throw new RangeError(`an event of the server's event stream is longer than ${bound} bytes`);
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
