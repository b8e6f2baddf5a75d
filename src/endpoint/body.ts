/**
 * A request's body, with a bound on its size and on the client's patience.
 * @module
 */

import { DeadlineSet } from "../host/deadline_set.ts";
import { ApiError } from "./api_error.ts";

/** How long a client may pause within a body, in ms. */
const BODY_PAUSE_MS = 30_000;

/**
 * How much of a body that is too large is read and dropped before the answer: a client that is still sending when the connection
 * closes gets a reset and never sees the 413. That holds for `Expect: 100-continue` too: Deno gives the go-ahead by itself.
 */
const DISCARD_BYTES: number = 32 * 1024 * 1024;

/** For how long at most a body that is too large is read, in ms. */
const DISCARD_MS = 2_000;

/** Bodies up to this size are read in one go, in bytes: a client that doesn't pause sends them within the time of one pause. */
const WHOLE_BYTES: number = 256 * 1024;

/** The waits for clients that are sending a body; each is ended by its function when its time is over. */
export type Pauses = DeadlineSet<() => void>;

/** Waits for clients that may pause for so many milliseconds. All share one timer, for most bodies are there at once. */
export function bodyPauses(ms: number): Pauses {
  return new DeadlineSet(ms, (expire) => expire());
}

const usualPauses = bodyPauses(BODY_PAUSE_MS);

/**
 * Reads a body of at most `limit` bytes.
 * @param pauses How long the client may pause
 * @throws {ApiError} 413 when it is larger, 408 when the client pauses too long, 400 when it leaves in between
 */
export async function readBody(request: Request, limit: number, pauses: Pauses = usualPauses): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? NaN);
  if (declared > limit) {
    await discard(request.body?.getReader());
    throw tooLarge(limit);
  }
  // A declared length is kept to by the server, so a small body can be asked for at once, which is the fast way.
  if (declared <= WHOLE_BYTES) return new Uint8Array(await patient(request.arrayBuffer(), pauses, () => {}));
  return await readChunks(request.body?.getReader(), limit, pauses);
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

async function readChunks(reader: BodyReader | undefined, limit: number, pauses: Pauses): Promise<Uint8Array> {
  if (reader === undefined) return new Uint8Array();
  // One buffer that doubles: a list of pieces would cost a hundred times their bytes when each is one byte.
  let buffer = new Uint8Array(Math.min(limit, WHOLE_BYTES));
  let length = 0;
  for (;;) {
    const { done, value } = await patient(reader.read(), pauses, () => reader.cancel());
    if (done) return buffer.subarray(0, length);
    if (length + value.length > limit) {
      await discard(reader);
      throw tooLarge(limit);
    }
    if (length + value.length > buffer.length) {
      const larger = new Uint8Array(Math.min(limit, Math.max(buffer.length * 2, length + value.length)));
      larger.set(buffer.subarray(0, length));
      buffer = larger;
    }
    buffer.set(value, length);
    length += value.length;
  }
}

async function patient<T>(work: Promise<T>, pauses: Pauses, giveUp: () => void | Promise<void>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const expire = () => reject(new ApiError(408, "the request body did not arrive in time"));
  pauses.add(expire);
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    work.catch(() => {});
    await Promise.resolve(giveUp()).catch(() => {});
    if (error instanceof ApiError) throw error;
    throw new ApiError(400, "the request body could not be read to its end");
  } finally {
    pauses.delete(expire);
  }
}

async function discard(reader: BodyReader | undefined): Promise<void> {
  if (reader === undefined) return;
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), DISCARD_MS);
  try {
    let length = 0;
    while (length < DISCARD_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
    }
    await reader.cancel();
  } catch {
    // The client left; the answer has nobody to reach.
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge(limit: number): ApiError {
  return new ApiError(413, `the request body is larger than ${limit} bytes (endpoint.max_body_bytes)`, {
    code: "request_too_large",
  });
}
