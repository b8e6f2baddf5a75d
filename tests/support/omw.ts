/**
 * The whole program as a process, started by its launcher as users start it.
 * @module
 */

import { join, resolve } from "node:path";
import { root } from "./source_files.ts";

/** The launcher, or the compiled program that `OMW_BIN` names: the tests of the whole program hold for both. */
const program = Deno.env.get("OMW_BIN") ? resolve(Deno.env.get("OMW_BIN")!) : join(root, "bin/omw");

/** Whether that program can `omw build`: a compiled one lacks the tools, and says so. */
export const builds: boolean = !Deno.env.get("OMW_BIN");

/** A test that needs `omw build`; it says that it is skipped where there is none. */
export function buildTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: builds ? name : `${name} (skipped: a compiled omw does not build)`, ignore: !builds, fn });
}

/** The longest that a run may take before the test gives up on it, in ms; far beyond what any takes on a busy machine. */
const LIMIT_MS = 60_000;

/** What may be given to a run. */
export interface OmwOptions {
  /** The working folder; the project's unless given. */
  cwd?: string;
  /** Variables beside the test's own, of which those of `NOT_INHERITED` are left out. */
  env?: Record<string, string>;
}

/** What a run came to. */
export interface OmwEnd {
  /** The exit code; a signal's number plus 128 when that ended it. */
  code: number;
  /** All of standard output. */
  stdout: string;
  /** All of standard error. */
  stderr: string;
}

/** Runs omw with these arguments to its end. */
export async function omw(args: readonly string[], options: OmwOptions = {}): Promise<OmwEnd> {
  await using running = startOmw(args, options);
  return await running.end();
}

/** A run that goes on. */
export class RunningOmw implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #out: TextCollector;
  readonly #err: TextCollector;
  readonly #limit: ReturnType<typeof setTimeout>;

  /** Takes over a process with both outputs piped. */
  constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#out = new TextCollector(child.stdout);
    this.#err = new TextCollector(child.stderr);
    this.#limit = setTimeout(() => this.kill("SIGKILL"), LIMIT_MS);
  }

  /** The process's id. */
  get pid(): number {
    return this.#child.pid;
  }

  /** What it wrote to standard error so far. */
  get stderr(): string {
    return this.#err.soFar;
  }

  /** Whether standard error has ended. */
  get ended(): boolean {
    return this.#err.ended;
  }

  /** Resolves when there is more on standard error, or its end. */
  wrote(): Promise<void> {
    return this.#err.more();
  }

  /** Sends a signal; nothing happens when the process has ended. */
  kill(signal: Deno.Signal): void {
    try {
      this.#child.kill(signal);
    } catch {
      // It has ended by itself.
    }
  }

  /**
   * Resolves when standard error holds a match.
   * @throws when the process ends without one
   */
  seen(pattern: RegExp): Promise<void> {
    return this.#err.seen(pattern);
  }

  /** What it wrote to standard output so far. */
  get stdout(): string {
    return this.#out.soFar;
  }

  /**
   * Resolves when standard output holds a match.
   * @throws when the process ends without one
   */
  printed(pattern: RegExp): Promise<void> {
    return this.#out.seen(pattern);
  }

  /** Goes away as the reader of standard output. */
  closeStdout(): Promise<void> {
    return this.#out.close();
  }

  /** Goes away as the reader of standard error. */
  closeStderr(): Promise<void> {
    return this.#err.close();
  }

  /** Resolves at the end of the process. */
  async end(): Promise<OmwEnd> {
    const [status, stdout, stderr] = await Promise.all([this.#child.status, this.#out.text(), this.#err.text()]);
    return { code: status.code, stdout, stderr };
  }

  /** Kills what is left of it. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#limit);
    this.kill("SIGKILL");
    await this.end();
  }
}

/**
 * What other tests set for a moment, and what would change a run: tests that run at once share one environment, so a run that took all of it
 * would now and then see a key of a config that is another test's.
 */
const NOT_INHERITED = /^(?:OMW__|OMW_TEST__|OMW_TEST_SECRET|OPENAI_|NOTIFY_SOCKET$|TOOLING_TEST_)/;

function inherited(): Record<string, string> {
  return Object.fromEntries(Object.entries(Deno.env.toObject()).filter(([name]) => !NOT_INHERITED.test(name)));
}

/** Starts omw with these arguments. The log is at its defaults, whatever the test's environment says. */
export function startOmw(args: readonly string[], options: OmwOptions = {}): RunningOmw {
  const command = new Deno.Command(program, {
    args: [...args],
    cwd: options.cwd ?? root,
    clearEnv: true,
    env: { ...inherited(), OMW_LOG: "", RUST_LOG: "", NO_COLOR: "1", PATH: pathWithDeno(), ...options.env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
  return new RunningOmw(command.spawn());
}

/** The test's PATH with the Deno that runs the test first. */
function pathWithDeno(): string {
  return `${join(Deno.execPath(), "..")}:${Deno.env.get("PATH") ?? ""}`;
}

/** Reads a stream to its end and lets others wait for what it holds. */
class TextCollector {
  #text = "";
  #ended = false;
  #news = Promise.withResolvers<void>();
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #done: Promise<void>;

  constructor(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
    this.#reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    this.#done = this.#collect();
  }

  get soFar(): string {
    return this.#text;
  }

  get ended(): boolean {
    return this.#ended;
  }

  more(): Promise<void> {
    return this.#ended ? Promise.resolve() : this.#news.promise;
  }

  async text(): Promise<string> {
    await this.#done;
    return this.#text;
  }

  async close(): Promise<void> {
    await this.#reader.cancel();
  }

  async seen(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.#text)) {
      if (this.#ended) throw new Error(`the process ended without ${pattern}; it wrote:\n${this.#text}`);
      await this.more();
    }
  }

  async #collect(): Promise<void> {
    for (let part = await this.#reader.read(); !part.done; part = await this.#reader.read()) {
      this.#text += part.value;
      this.#wake();
    }
    this.#ended = true;
    this.#wake();
  }

  #wake(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
