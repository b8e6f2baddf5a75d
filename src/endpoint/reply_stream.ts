/**
 * The body of a streamed reply: a session's deltas as server-sent events, as fast as the client reads.
 * @module
 */

import type { Session } from "../host/sessions.ts";
import { brokenOff, incomplete } from "./api_error.ts";
import type { ChunkWriter } from "./chunk_writer.ts";

/** How a silent stream is kept open. */
export interface KeepAlive {
  /** What is sent: a comment, an empty chunk, nothing. */
  kind: "comment" | "chunk" | "off";
  /** After how much silence, in ms. */
  afterMs: number;
}

/** How long a client may take to read one write, in ms; then its connection is closed. A write is at most a session's buffer. */
const STALL_MS = 120_000;

const encoder = new TextEncoder();

/**
 * Streams a session. All deltas that wait when the connection can take more leave as one write.
 * @param stallMs How long a client may read nothing
 */
export function replyStream(
  session: Session,
  writer: ChunkWriter,
  keepAlive: KeepAlive,
  stallMs: number = STALL_MS,
): ReadableStream<Uint8Array> {
  return new ReadableStream(new Reply(session, writer, keepAlive, stallMs), { highWaterMark: 0 });
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

class Reply implements UnderlyingDefaultSource<Uint8Array> {
  readonly #session: Session;
  readonly #writer: ChunkWriter;
  readonly #keepAlive: KeepAlive;
  readonly #stallMs: number;
  #controller: Controller | undefined;
  // Whether the connection asked for more and got nothing yet.
  #wanted = false;
  // Since when the connection has been silent (wanted) or unread (not wanted), on the clock of `performance.now`.
  #since = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session, writer: ChunkWriter, keepAlive: KeepAlive, stallMs: number) {
    this.#session = session;
    this.#writer = writer;
    this.#keepAlive = keepAlive;
    this.#stallMs = stallMs;
  }

  start(controller: Controller): void {
    this.#controller = controller;
    this.#session.listen(() => this.#flush());
    this.#arm();
  }

  pull(): void {
    this.#wanted = true;
    this.#flush();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#session.abandon();
  }

  #flush(): void {
    if (!this.#wanted || this.#controller === undefined) return;
    const deltas = this.#session.take();
    const frames = this.#writer.write(deltas);
    const over = this.#session.over || this.#writer.tooLarge;
    const last = over ? this.#lastFrames() : "";
    if (frames !== "" || last !== "") this.#send(frames + last);
    if (!over) return;
    clearTimeout(this.#timer);
    this.#controller.close();
    this.#controller = undefined;
    this.#session.abandon();
  }

  #lastFrames(): string {
    const { over, fault, lossy } = this.#session;
    if (!over) return this.#writer.fault(incomplete());
    if (fault !== undefined) return this.#writer.fault(brokenOff(fault));
    return this.#writer.end(lossy ? incomplete() : undefined);
  }

  #send(frames: string): void {
    this.#wanted = false;
    this.#since = performance.now();
    this.#controller?.enqueue(encoder.encode(frames));
  }

  /** One timer for the stream's whole life: it looks how long ago something happened, so that a write costs nothing. */
  #arm(): void {
    const { kind, afterMs } = this.#keepAlive;
    const idle = performance.now() - this.#since;
    let wait = (this.#wanted ? afterMs : this.#stallMs) - idle;
    // A wait for the brain has no limit, so without keep-alive there is nothing to do before the client could have stalled.
    if (kind === "off") wait = this.#wanted ? this.#stallMs : wait;
    else wait = Math.min(wait, afterMs);
    this.#timer = setTimeout(() => this.#tick(), Math.max(1, wait));
  }

  #tick(): void {
    const idle = performance.now() - this.#since;
    const { kind, afterMs } = this.#keepAlive;
    if (this.#wanted) {
      if (kind !== "off" && idle >= afterMs) this.#send(this.#writer.keepAlive(kind));
    } else if (idle >= this.#stallMs) {
      this.#controller?.error(new Error("the client reads nothing"));
      this.#controller = undefined;
      this.#session.abandon();
      return;
    }
    this.#arm();
  }
}
