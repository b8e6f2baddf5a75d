/**
 * The host as a brain's world sees it: one function, text in, text out.
 *
 * Each operation is one of the contract's functions in snake case. Those that take a single text (a name, a handle, a key, a cron
 * spec, base64) are given it as it is; times and durations are decimals; every other one takes a JSON object in the shapes of
 * `src/protocol/calls.ts`, save that a chat's `params` are JSON text still. Bytes are texts of one unit a byte (`byte_text.ts`).
 * `recv` answers `{"id", "event"}` (`Envelope` in `src/protocol/model.ts`), `try_recv` that or null.
 * @module
 */

import type { RoundTripCalls } from "../protocol/calls.ts";
import type { StartFrame } from "../protocol/frames.ts";
import { mayWait, wasiCheck } from "../protocol/wasi.ts";
import { Exchange } from "./exchange.ts";
import { hostOps } from "./host_ops.ts";
import { FrameTooLongError, type Link } from "./link.ts";
import { memoryOps } from "./memory_ops.ts";
import { fail, ok, type Op, read } from "./op.ts";
import { providerOps } from "./provider_ops.ts";
import { ensureStack } from "./stack.ts";
import { timerOps } from "./timer_ops.ts";
import { toolingOps } from "./tooling_ops.ts";

/** Calls without an error in their result: one that is too large to be sent is dropped with a warning. */
const silent: ReadonlySet<string> = new Set(["log", "send_agent", "memory_set", "memory_remove"]);

/** The calls that a brain may make for every delta of a stream. */
const HOT: ReadonlySet<string> = new Set(["recv", "try_recv", "stream_endpoint"]);

/** An operation counts as cold for so many calls: some code (that of regular expressions) is compiled a second time. */
const COLD_CALLS = 4;

/** An operation, and how often it was called. */
interface Entry {
  readonly serve: Op;
  readonly hot: boolean;
  calls: number;
}

/** The host, for one run. */
export class HostClient {
  readonly #exchange: Exchange;
  readonly #ops = new Map<string, Entry>();
  #closed = false;
  #block: Uint8Array | undefined;

  /**
   * Begins a run's conversation.
   * @param link the pipe to the host
   * @param start the run's start frame
   * @param memory the snapshot of the agent's memory; it is kept and changed
   */
  constructor(link: Link, start: StartFrame, memory: Map<string, string>) {
    this.#exchange = new Exchange(link, start);
    const ops = { ...providerOps, ...toolingOps, ...timerOps, ...hostOps, ...memoryOps(memory) };
    for (const [name, serve] of Object.entries(ops)) {
      this.#ops.set(name, { serve, hot: HOT.has(name), calls: 0 });
    }
  }

  /**
   * Serves an operation: `=` and the result as JSON text, or `!` and the error's text.
   * @throws {RangeError} when the caller left too little stack; nothing was begun, and the worlds discard it
   */
  call(op: string, args: string): string {
    const entry = this.#ops.get(op);
    const cold = entry === undefined || entry.calls < COLD_CALLS;
    // The probe is a sixth of what the hottest calls cost. What can break half-way in them, an ack or a frame, ends the run that left no
    // stack, and the worlds discard the error like any other.
    if (cold || !entry.hot) ensureStack(cold);
    if (this.#closed) return fail("the run is over");
    if (entry === undefined) return fail(`there is no operation "${op}"`);
    entry.calls++;
    try {
      return entry.serve(this.#exchange, args);
    } catch (error) {
      const text = `${op}: ${error instanceof Error ? error.message : String(error)}`;
      if (!(error instanceof FrameTooLongError) || !silent.has(op)) return fail(text);
      this.#exchange.tell("log", { level: "warn", message: `dropped ${text}` });
      return ok(null);
    }
  }

  /** Writes a log line of a level such as `info`. */
  log(level: string, message: string): void {
    this.call("log", JSON.stringify({ level, message }));
  }

  /** Tells what the brain wrote to its standard output (1) or error (2). */
  output(fd: 1 | 2, text: string): void {
    ensureStack();
    if (this.#closed) return;
    try {
      this.#exchange.tell("output", { fd, text });
    } catch (error) {
      this.log("warn", `dropped output: ${(error as Error).message}`);
    }
  }

  /**
   * Makes a call of a component's WASI: `=` and the reply (`WasiReply`) as JSON text, `#`, the length of the bytes that came with it (see
   * `takeBlock`), `:` and the reply; or `!` and why there is no reply: the run was aborted or is over.
   * @param text function and arguments, as the round trip `wasi` has them, as JSON text
   */
  system(text: string, block: Uint8Array | undefined): string {
    ensureStack();
    if (this.#closed) return fail("the run is over");
    try {
      const args = read<RoundTripCalls["wasi"]>(text, wasiCheck);
      const reply = this.#exchange.ask("wasi", args, mayWait(args), block);
      if ("err" in reply) return fail(reply.err);
      this.#block = reply.block;
      return reply.block === undefined ? ok(reply.v) : `#${reply.block.length}:${JSON.stringify(reply.v)}`;
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** The bytes that came with the last reply of `system`, once. */
  takeBlock(): Uint8Array | undefined {
    ensureStack();
    const block = this.#block;
    this.#block = undefined;
    return block;
  }

  /** Tells that something that a component held open is needed no more. */
  release(h: number): void {
    ensureStack();
    if (!this.#closed && Number.isSafeInteger(h) && h >= 0) this.#exchange.tell("wasi_close", { h });
  }

  /** Ends the run's conversation: every later call fails, whoever kept it. */
  close(): void {
    this.#closed = true;
  }
}
