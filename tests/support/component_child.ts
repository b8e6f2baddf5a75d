/**
 * A host for one brain process: starts it as omw does, gives it component after component, and keeps what it says.
 * @module
 */

import { getLogger } from "../../src/protocol/log.ts";
import { Broker } from "../../src/host/broker.ts";
import type { BrainFrame, Event, HostFrame, Json, ProgramRef, StartFrame, WasiOp } from "../../src/protocol/mod.ts";
import { eventLine, parseBrainFrame, PART_LENGTH } from "../../src/protocol/mod.ts";
import { MAX_BLOCK_BYTES } from "../../src/protocol/wasi.ts";
import { blockHead } from "../../src/pure/blocks.ts";
import { brainCommand } from "../../src/runtime/brain_command.ts";
import type { Transpiled } from "../../src/runtime/transpiled.ts";
import { componentCode } from "../../src/runtime/transpiled_program.ts";
import { startFrame } from "./brain_child.ts";

/** A round trip that the brain asks for. */
export type Ask = Extract<BrainFrame, { t: "ask" }> & Record<string, Json>;

/** A one-way call of the brain. */
export type Do = Extract<BrainFrame, { t: "do" }> & Record<string, Json>;

/** How a run is started and what it meets; absent members are empty. */
export interface ChildRun extends Partial<Omit<StartFrame, "t" | "r" | "program">> {
  /** What the interpreter is given. */
  script?: string;
  /** The component's environment. */
  env?: [string, string][];
  /** The component's arguments. */
  args?: string[];
  /** The shapes; the component's own unless a test says otherwise. */
  shapes?: Record<string, string>;
  /** Events that are pushed after the start, all at once. */
  events?: readonly Event[];
  /** The agent's memory. */
  memory?: Record<string, string>;
  /** Answers a round trip: its result, or throws what it fails with. */
  answer?(ask: Ask): unknown;
  /** Sees every call, one-way ones and round trips, in order. */
  called?(call: Do | Ask): void;
}

/** What a brain process runs: a component (with a script, if it is an interpreter), or js scripts on the process's own engine. */
export type ChildProgram = Transpiled | "js";

/** What came of a run. */
export interface ChildOutcome {
  /** The terminal message. */
  v?: string;
  /** The error. */
  err?: string;
  /** The one-way calls in order. */
  calls: Do[];
  /** How many events the brain took. */
  acks: number;
}

/** The source of all pushed events. */
export const SOURCE = "3b241101-e2bb-4255-8caf-4136c566a962";

/** See the module. */
export class ComponentChild {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: ReadableStreamDefaultReader<string>;
  readonly #sent = new Set<string>();
  #ready: string[] = [];
  #begun = "";
  #run = 0;

  /** Starts a process with a cap on its memory in MB. */
  constructor(capMb = 512) {
    const { command, args, env } = brainCommand(capMb);
    this.#child = new Deno.Command(command, { args, env, clearEnv: true, stdin: "piped", stdout: "piped", stderr: "inherit" })
      .spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Runs a component to its end. */
  async run(component: Transpiled, options: ChildRun = {}): Promise<ChildOutcome> {
    return await this.runProgram(component, options);
  }

  /** Runs a program to its end. */
  async runProgram(program: ChildProgram, options: ChildRun = {}): Promise<ChildOutcome> {
    const { script, env = [], args = [], shapes, events = [], memory, answer, called, ...start } = options;
    const r = ++this.#run;
    if (program !== "js" && !this.#sent.has(program.id)) {
      for (const [name, bytes] of componentCode(program).parts) this.#bytes(r, name, bytes);
      this.#sent.add(program.id);
    }
    if (script !== undefined) this.#part(r, "script", script);
    if (memory !== undefined) this.#part(r, "memory", JSON.stringify(memory));
    const ref: ProgramRef = program === "js" ? { kind: "js", filename: "test.js" } : {
      kind: "component",
      id: program.id,
      filename: "test.wasm",
      cores: [...program.cores.keys()],
      script: script !== undefined,
      env,
      args,
      shapes: shapes ?? program.shapes,
    };
    this.#send(startFrame(r, ref, { agent: "tester", ...start }));
    const lines = events.map((event, i) => `${eventLine(r, i + 1, SOURCE, JSON.stringify(event))}\n`);
    void this.#writer.write(new TextEncoder().encode(lines.join(""))).catch(() => {});
    const broker = new Broker({ preopens: [], tcp: false, udp: false, names: false, hosts: [] }, getLogger(["test"]));
    const outcome: ChildOutcome = { calls: [], acks: 0 };
    for (;;) {
      const frame = await this.#next();
      if (frame.t === "do" || frame.t === "ask") called?.(frame as Do | Ask);
      if (frame.t === "ack") outcome.acks = frame.n; // An ack is for all events up to its number.
      else if (frame.t === "do") outcome.calls.push(frame as Do);
      else if (frame.t === "ask" && frame.op === "wasi") this.#system(broker, frame as Ask);
      else if (frame.t === "ask") this.#send(reply(frame as Ask, answer));
      else if (frame.t === "done") {
        broker.close();
        return { ...outcome, ...frame.v === undefined ? {} : { v: frame.v }, ...errorOf(frame) };
      }
    }
  }

  /** Answers a call of WASI as a host does that grants nothing; so none is answered with bytes. */
  #system(broker: Broker, { r, i, f, a }: Ask): void {
    const { signal } = new AbortController();
    broker.call(f as unknown as WasiOp, a as never, undefined, signal)
      .then(({ reply }) => this.#send({ t: "re", r, i, v: reply as unknown as Json }));
  }

  /** Kills the process. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch { /* it has ended */ }
    await this.#lines.cancel();
    await this.#writer.close().catch(() => {});
    await this.#child.status;
  }

  #part(r: number, k: string, text: string): void {
    for (let at = 0; at < text.length; at += PART_LENGTH) this.#send({ t: "part", r, k, d: text.slice(at, at + PART_LENGTH) });
  }

  #bytes(r: number, k: string, bytes: Uint8Array): void {
    this.#send({ t: "part", r, k, size: bytes.length });
    for (let at = 0; at < bytes.length; at += MAX_BLOCK_BYTES) {
      const block = bytes.subarray(at, at + MAX_BLOCK_BYTES);
      void this.#writer.write(new TextEncoder().encode(blockHead(block.length))).catch(() => {});
      void this.#writer.write(block).catch(() => {});
    }
  }

  #send(frame: HostFrame): void {
    void this.#writer.write(new TextEncoder().encode(`${JSON.stringify(frame)}\n`)).catch(() => {});
  }

  async #next(): Promise<BrainFrame> {
    while (this.#ready.length === 0) {
      const { value, done } = await this.#lines.read();
      if (done) throw new Error("the brain process ended");
      const lines = (this.#begun + value).split("\n");
      this.#begun = lines.pop()!;
      // The last one first, so that each is taken from the end.
      this.#ready = lines.reverse();
    }
    return parseBrainFrame(this.#ready.pop()!);
  }
}

function errorOf(frame: Extract<BrainFrame, { t: "done" }>): { err?: string } {
  return frame.err === undefined ? {} : { err: frame.err };
}

function reply(ask: Ask, answer: ChildRun["answer"]): HostFrame {
  if (ask.op === "sync") return { t: "re", r: ask.r, i: ask.i, v: null };
  try {
    if (answer === undefined) throw new Error(`nobody answers ${ask.op}`);
    return { t: "re", r: ask.r, i: ask.i, v: answer(ask) as Json };
  } catch (error) {
    return { t: "re", r: ask.r, i: ask.i, err: (error as Error).message };
  }
}
