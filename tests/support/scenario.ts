/**
 * The whole program with its log read as it comes.
 * @module
 */

import { type OmwOptions, type RunningOmw, startOmw } from "./omw.ts";
import { childrenOf } from "./process_tree.ts";

/** Generous for any one step on a machine that does other work too, in ms. */
export const STEP_MS = 60_000;

/** A log line as the program writes it. */
export interface LogLine {
  /** The level in upper case. */
  level: string;
  /** The text. */
  message: string;
  /** The agent that it is about. */
  agent?: string;
  /** Everything else. */
  [field: string]: unknown;
}

/** A running omw. Its log is JSON lines, because its standard error is no terminal. */
export class Scenario implements AsyncDisposable {
  readonly #omw: RunningOmw;

  /** Starts `omw` with these arguments, its log a little more talkative than usual: it names the brains' processes. */
  constructor(args: readonly string[], options: OmwOptions) {
    this.#omw = startOmw(args, { ...options, env: { OMW_LOG: "info,omw::host=debug", ...options.env } });
  }

  /** Its process id: the launcher is replaced by the program. */
  get pid(): number {
    return this.#omw.pid;
  }

  /** Every log line so far. */
  get log(): LogLine[] {
    return this.#lines().filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  }

  /** Every line of standard error so far that is no log line. */
  get plain(): string[] {
    return this.#lines().filter((line) => !line.startsWith("{"));
  }

  /** Sends it a signal. */
  signal(signal: Deno.Signal): void {
    this.#omw.kill(signal);
  }

  /** The log messages of an agent, in order. */
  messages(agent: string): string[] {
    return this.log.filter((line) => line.agent === agent).map((line) => line.message);
  }

  /** What the run of an agent, or of the only one, ended with; absent when none has ended with a message. */
  result(agent?: string): unknown {
    return this.log.find((line) => line.message === "agent exited" && (agent === undefined || line.agent === agent))?.result;
  }

  /** Waits for so many log lines of a kind and answers the last of them. @throws when they do not come */
  async saw(what: string | ((line: LogLine) => boolean), count = 1): Promise<LogLine> {
    const test = typeof what === "string" ? (line: LogLine) => line.message === what : what;
    const limit = Date.now() + STEP_MS;
    for (;;) {
      const found = this.log.filter(test);
      if (found.length >= count) return found[count - 1]!;
      if (this.#omw.ended || Date.now() > limit) throw new Error(`never logged: ${what}\n${this.report()}`);
      await this.#omw.wrote();
    }
  }

  /** Waits for its end and answers its exit code. */
  async end(): Promise<number> {
    return (await this.#omw.end()).code;
  }

  /** All that it wrote to its standard error, for the message of a failed test. */
  report(): string {
    return this.#omw.stderr;
  }

  /** The processes that it started and that are alive. */
  async children(): Promise<number[]> {
    return await childrenOf(this.pid);
  }

  /** Ends it, whatever state it is in. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#omw[Symbol.asyncDispose]();
  }

  /** The complete lines, and at the end what is left. */
  #lines(): string[] {
    const lines = this.#omw.stderr.split("\n");
    const rest = lines.pop()!;
    return this.#omw.ended && rest !== "" ? [...lines, rest] : lines;
  }
}

/** Runs omw to its end. */
export async function play(args: readonly string[], options: OmwOptions): Promise<{ code: number; omw: Scenario }> {
  await using omw = new Scenario(args, options);
  return { code: await omw.end(), omw };
}
