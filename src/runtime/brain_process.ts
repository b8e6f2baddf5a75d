/**
 * One brain process: its pipes, its frames, its death (design §2, §3).
 *
 * Reading and writing are independent: the reader never waits for the writer, and frames that cannot be written yet wait in memory,
 * which the window, the one open round trip and the open handles bound.
 * @module
 */

import { getLogger } from "../protocol/log.ts";
import { reason } from "../config/errors.ts";
import { reaper } from "../host/reaper.ts";
import { type BrainFrame, type HostFrame, MAX_FRAME_BYTES, parseBrainFrame } from "../protocol/frames.ts";
import { MAX_BLOCK_BYTES } from "../protocol/wasi.ts";
import { VERSION } from "../protocol/version.ts";
import { blockHead, BlockSplitter } from "../pure/blocks.ts";
import { deadline } from "../host/deadline.ts";
import type { SpawnedBrain } from "./spawn_brain.ts";

/**
 * So many writes go out at once; of later ones one goes out in each turn of the event loop and takes along what came in that turn. A write
 * wakes the process, which costs more than everything that is written (measured: with 32 clients at once one write a request, now one for
 * four). Not the first ones, because what waits for the next turn belongs to Node's timers, which take a short run 6 to 12 ms to load.
 */
const CALM_WRITES = 16;

/** How long a process may take from its start to its `ready` frame, in ms: it takes 40, but machines can be busy. */
const READY_MS = 30_000;

/** How long the rest of its output may take after a process has died, in ms (design §3): a grandchild may hold the pipe. */
const DRAIN_MS = 2_000;

/** How much of what a process writes to its standard error is kept to explain its end, in UTF-16 units. */
const STDERR_TAIL = 8 * 1024;

/**
 * How much of a process's output one read takes: a burst of acks fits many times over. The buffer goes back and forth, because a fresh
 * one for each read of a few acks was what most of the host's time went into (measured).
 */
const READ_BYTES = 64 * 1024;

/** Who hears a process's frames while a run is on. */
export interface FrameListener {
  /** A frame that is well formed, and the block that stood before it. @throws when it breaks the protocol */
  frame(frame: BrainFrame, block?: Uint8Array): void;
  /** The process is gone or broke the protocol; nothing comes after this. */
  lost(reason: string): void;
}

const log = getLogger(["omw", "brain"]);

/** See the module. */
export class BrainProcess {
  /** Its memory cap in MB. */
  readonly capMb: number;
  /** How many runs it was given. */
  runs = 0;
  /** What it used at the end of its last run, in bytes. */
  memory = 0;
  /** The contents that it keeps compiled, by their ids. */
  readonly programs: Set<string> = new Set();
  /** Resolves when it is ready for a run; rejects when it never will be. */
  readonly ready: Promise<void>;
  /** Resolves when it is gone and its output is read. */
  readonly gone: Promise<void>;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #isReady = Promise.withResolvers<void>();
  #outgoing: (string | Uint8Array)[] = [];
  #block: Uint8Array | undefined;
  #writing = false;
  #writes = 0;
  #greeted = false;
  #listener: FrameListener | undefined;
  #lost: string | undefined;
  #isDead = false;
  #stderr = "";

  /** Drives a process from its start on. */
  constructor({ child, capMb }: SpawnedBrain) {
    this.capMb = capMb;
    this.#child = child;
    reaper.add(this.#child.pid);
    this.#writer = this.#child.stdin.getWriter();
    this.#writer.closed.catch(() => {});
    this.ready = this.#isReady.promise;
    this.ready.catch(() => {});
    const met = deadline(READY_MS, () => this.#lose(`the brain process was not ready after ${READY_MS / 1000} s`));
    this.ready.then(met, met);
    this.gone = this.#live();
  }

  /** The process's id, which is its group's too. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Whether it can take a run. */
  get usable(): boolean {
    return this.#lost === undefined;
  }

  /** Sends frames to `listener` from now on. */
  listen(listener: FrameListener): void {
    this.#listener = listener;
    if (this.#lost !== undefined) listener.lost(this.#lost);
  }

  /** Sends frames to nobody: what arrives between two runs belongs to no run. */
  unlisten(): void {
    this.#listener = undefined;
  }

  /** Sends a frame. */
  send(frame: HostFrame): void {
    this.sendLine(JSON.stringify(frame));
  }

  /** Sends a frame that is text already. Frames of one turn travel in one write. */
  sendLine(line: string): void {
    this.#queue(`${line}\n`);
  }

  /** Sends frames that are whole lines already. */
  sendLines(lines: string): void {
    this.#queue(lines);
  }

  /** Sends a block, and the frame behind it that it belongs to, if there is one. The bytes must stay as they are. */
  sendBlock(block: Uint8Array, frame?: HostFrame): void {
    this.#queue(blockHead(block.length), block, frame === undefined ? "" : `${JSON.stringify(frame)}\n`);
  }

  /** Kills the process and everything that it started. Once it is dead its number may be another's, so there is nothing left to do. */
  kill(): void {
    if (this.#isDead) return;
    try {
      Deno.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // It is gone already.
    }
  }

  #queue(...pieces: (string | Uint8Array)[]): void {
    this.#outgoing.push(...pieces);
    if (this.#writing) return;
    this.#writing = true;
    queueMicrotask(() => this.#write());
  }

  async #write(): Promise<void> {
    try {
      while (this.#outgoing.length > 0) {
        const pieces = this.#outgoing;
        this.#outgoing = [];
        let text = "";
        for (const piece of pieces) {
          if (typeof piece === "string") {
            text += piece;
            continue;
          }
          await this.#writer.write(this.#encoder.encode(text));
          text = "";
          await this.#writer.write(piece);
        }
        if (text !== "") await this.#writer.write(this.#encoder.encode(text));
        if (++this.#writes > CALM_WRITES) await new Promise<void>((resolve) => setImmediate(resolve));
      }
    } catch {
      // The process closed its input: it is dying, and its end is what the run hears of.
      this.#outgoing = [];
    }
    this.#writing = false;
  }

  /** From start to end: both outputs are read until the process is dead and they have ended. */
  async #live(): Promise<void> {
    const output = this.#readFrames();
    const errors = this.#readErrors();
    const status = await this.#child.status;
    reaper.remove(this.#child.pid);
    // What it started may live on and hold the pipes; the group goes with its leader.
    this.kill();
    this.#isDead = true;
    const patience = Promise.withResolvers<void>();
    const drained = deadline(DRAIN_MS, patience.resolve);
    await Promise.race([Promise.all([output, errors]), patience.promise]);
    drained();
    this.#writer.abort().catch(() => {});
    this.#lose(describeEnd(status, this.#stderr, this.capMb));
  }

  async #readFrames(): Promise<void> {
    const splitter = new BlockSplitter(MAX_FRAME_BYTES, MAX_BLOCK_BYTES);
    // What stood before an endless line is good: the splitter hands that over too.
    const take = (item: string | Uint8Array) => this.#takeItem(item);
    try {
      const reader = this.#child.stdout.getReader({ mode: "byob" });
      let buffer = new Uint8Array(READ_BYTES);
      for (let part = await reader.read(buffer); !part.done; part = await reader.read(buffer)) {
        splitter.push(part.value, take);
        buffer = new Uint8Array(part.value.buffer);
      }
    } catch (error) {
      this.#lose(`the brain process broke the protocol: ${reason(error)}`);
    }
  }

  #takeItem(item: string | Uint8Array): void {
    if (this.#lost !== undefined) return;
    if (typeof item !== "string") {
      this.#block = item;
      return;
    }
    const block = this.#block;
    this.#block = undefined;
    this.#take(parseBrainFrame(item), block);
  }

  #take(frame: BrainFrame, block: Uint8Array | undefined): void {
    if (frame.t !== "ready") {
      // It may have been given a run by then, and what another version says must not be believed.
      if (!this.#greeted) throw new Error(`it sent ${JSON.stringify(frame.t)} before "ready"`);
      return this.#listener?.frame(frame, block);
    }
    if (frame.v !== VERSION) {
      throw new Error(`it is omw ${frame.v}, this is ${VERSION}: the program was replaced on disk; restart omw`);
    }
    this.#greeted = true;
    this.#isReady.resolve();
  }

  async #readErrors(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.#child.stderr) {
        const text = decoder.decode(chunk, { stream: true });
        this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL);
        log.debug("brain process wrote to its standard error", { pid: this.pid, text: text.slice(0, STDERR_TAIL) });
      }
    } catch {
      // The pipe broke; the end of the process says why.
    }
  }

  #lose(reason: string): void {
    if (this.#lost !== undefined) return;
    this.#lost = reason;
    this.#isReady.reject(new Error(reason));
    this.#listener?.lost(reason);
    this.#listener = undefined;
    this.kill();
  }
}

/** Why a process ended before its run did, in one line. */
function describeEnd(status: Deno.CommandStatus, stderr: string, capMb: number): string {
  if (/out of memory|\bOOM\b|allocation failed|Cannot allocate memory/i.test(stderr)) {
    return `the brain ran out of memory (its cap is max_memory_mb = ${capMb})`;
  }
  if (status.signal) {
    const hint = status.signal === "SIGKILL" ? " (by somebody else, or by the system when memory ran out)" : "";
    return `the brain process was ended by ${status.signal}${hint}`;
  }
  const told = stderr.trim().split("\n").at(-1)?.slice(0, 200);
  return `the brain process ended with code ${status.code} before its run was over${told ? `: ${told}` : ""}`;
}
