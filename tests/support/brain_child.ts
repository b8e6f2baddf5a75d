/**
 * A small host for one real brain process: writes frames to it and reads its frames, as the real host does (design §3).
 * @module
 */

import { parseBrainFrame } from "../../src/protocol/frames.ts";
import type { BrainFrame, HostFrame, ProgramRef, StartFrame } from "../../src/protocol/frames.ts";
import { eventLine } from "../../src/protocol/frames.ts";
import type { Event } from "../../src/protocol/model.ts";
import { LineSplitter } from "../../src/pure/lines.ts";

/** A frame of the child with all that stands in it; the members of a call beside the frame's own. */
export type Seen = BrainFrame & Record<string, unknown>;

/** How long a test waits for a frame before it fails, in ms: generous, since other work shares the machine. */
const PATIENCE_MS = 20_000;

const entryModule = new URL("../../src/brain/entry.ts", import.meta.url).pathname;

/** A start frame with nothing configured. */
export function startFrame(r: number, program: ProgramRef, more: Partial<StartFrame> = {}): StartFrame {
  return {
    t: "start",
    r,
    op: "run",
    agent: "alice",
    program,
    providers: {},
    toolings: {},
    endpoint: false,
    sessions: [],
    handles: [],
    trace: false,
    ...more,
  };
}

/** A running brain process. */
export class BrainChild implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #splitter = new LineSplitter(64 * 1024 * 1024);
  readonly #lines: string[] = [];
  readonly #stderr: Promise<string>;
  readonly #encoder = new TextEncoder();
  /** What answers round trips by itself while `next` waits; by operation. */
  readonly answers: Map<string, (ask: Seen) => unknown> = new Map();

  private constructor(process: Deno.ChildProcess) {
    this.#process = process;
    this.#writer = process.stdin.getWriter();
    this.#reader = process.stdout.getReader();
    this.#stderr = new Response(process.stderr).text();
  }

  /** Starts a process, and waits until it is ready. */
  static async start(): Promise<BrainChild> {
    const child = new BrainChild(
      new Deno.Command(Deno.execPath(), {
        args: ["run", "--no-prompt", "--cached-only", entryModule],
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn(),
    );
    const ready = await child.next();
    if (ready.t !== "ready") throw new Error(`the first frame is ${JSON.stringify(ready)}`);
    return child;
  }

  /** The process's number. */
  get pid(): number {
    return this.#process.pid;
  }

  /** Writes a line as it is. */
  async line(text: string): Promise<void> {
    await this.#writer.write(this.#encoder.encode(text + "\n"));
  }

  /** Writes frames, in one go. */
  async send(...frames: HostFrame[]): Promise<void> {
    await this.line(frames.map((frame) => JSON.stringify(frame)).join("\n"));
  }

  /** Pushes events, numbered from `n` on, in one go. */
  async push(r: number, n: number, id: string, ...events: Event[]): Promise<void> {
    await this.line(events.map((event, i) => eventLine(r, n + i, id, JSON.stringify(event))).join("\n"));
  }

  /** Starts a run of a js source. */
  async run(source: string, more: Partial<StartFrame> = {}, memory: Record<string, string> = {}): Promise<void> {
    const r = more.r ?? 1;
    await this.send(
      { t: "part", r, k: "script", d: source },
      { t: "part", r, k: "memory", d: JSON.stringify(memory) },
      startFrame(r, { kind: "js", filename: "brain.js" }, more),
    );
  }

  /** The next line that the child writes; `undefined` at the end. One caller at a time. */
  async nextLine(): Promise<string | undefined> {
    while (this.#lines.length === 0) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no frame in ${PATIENCE_MS} ms`)), PATIENCE_MS);
      });
      const { value, done } = await Promise.race([this.#reader.read(), late]).finally(() => clearTimeout(timer));
      if (done) return undefined;
      this.#lines.push(...this.#splitter.push(value!));
    }
    return this.#lines.shift();
  }

  /** The next frame that nothing in `answers` serves; each is checked as the real host checks it. */
  async next(): Promise<Seen> {
    for (;;) {
      const line = await this.nextLine();
      if (line === undefined) throw new Error(`the process ended: ${await this.#stderr}`);
      const frame = parseBrainFrame(line) as Seen;
      const answer = frame.t === "ask" ? this.answers.get(frame.op as string) : undefined;
      if (answer === undefined) return frame;
      await this.send({ t: "re", r: frame.r as number, i: frame.i as number, v: answer(frame) as null });
    }
  }

  /** The next frame, which has to have these members. */
  async expect(wanted: Record<string, unknown>): Promise<Seen> {
    const frame = await this.next();
    for (const [key, value] of Object.entries(wanted)) {
      if (JSON.stringify(frame[key]) !== JSON.stringify(value)) {
        throw new Error(`wanted ${JSON.stringify(wanted)}, got ${JSON.stringify(frame)}`);
      }
    }
    return frame;
  }

  /** The frames up to the end of a run, with it. */
  async rest(): Promise<Seen[]> {
    const frames: Seen[] = [];
    for (;;) {
      const frame = await this.next();
      frames.push(frame);
      if (frame.t === "done") return frames;
    }
  }

  /** Runs a js source that needs no host beyond `answers`; its terminal message, or `!` and its error. */
  async evaluate(
    source: string,
    more: Partial<StartFrame> = {},
    memory: Record<string, string> = {},
  ): Promise<string | undefined> {
    await this.run(source, more, memory);
    const done = (await this.rest()).at(-1)!;
    return done.err === undefined ? done.v as string | undefined : `!${done.err}`;
  }

  /** Closes the pipe; the exit code and what was written to standard error. */
  async end(): Promise<{ code: number; stderr: string }> {
    await this.#writer.close().catch(() => {});
    const { code } = await this.#process.status;
    return { code, stderr: await this.#stderr };
  }

  /** Ends the process if it is still there. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#process.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await this.#writer.abort().catch(() => {});
    await this.#reader.cancel().catch(() => {});
    await this.#process.status;
    await this.#stderr;
  }
}
