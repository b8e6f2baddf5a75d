/**
 * Programs that do one piece of work in a process of their own: a file or a text on stdin, a head and named parts on stdout.
 *
 * A process because such work is seconds of code that cannot be interrupted, with a memory that is never given back, and needs
 * permissions that the host does not have.
 * @module
 */

import { decodeParts, type Parts } from "./transpiled.ts";

/** How much of the process's stderr an error shows, in UTF-16 units. */
const STDERR_SHOWN = 500;

/** What the process's environment holds of the host's: what finds the module cache and, should that be empty, fills it. */
const KEPT_ENV = ["HOME", "DENO_DIR", "XDG_CACHE_HOME", "NPM_CONFIG_REGISTRY", "DENO_CERT", "DENO_TLS_CA_STORE"];

/** A program and its arguments. */
export interface ProcessCommand {
  /** The executable. */
  program: string;
  /** Its arguments. */
  args: string[];
}

/** One piece of work. */
export interface ToolWork {
  /** What does it. */
  command: ProcessCommand;
  /** What it is given. */
  input: Uint8Array<ArrayBuffer>;
  /** Gives up. */
  signal: AbortSignal;
  /** What it does, for errors: `transpiling`. */
  doing: string;
  /** How long it may take, in ms. */
  limitMs: number;
  /** The largest answer, in bytes. */
  maxAnswer: number;
  /** Variables of its environment beside those that every such process has. */
  env?: Record<string, string>;
}

/**
 * Does the work.
 * @throws {TypeError} what the program itself says is wrong with its input: the head's `error`
 * @throws {Error} when the process fails, takes too long, or answers too much
 */
export async function runTool({ command, input, signal, doing, limitMs, maxAnswer, env }: ToolWork): Promise<Parts> {
  const timeout = AbortSignal.timeout(limitMs);
  using child = spawn(command, env ?? {}, AbortSignal.any([signal, timeout]));
  const stderr = tail(child.stderr);
  const [, answer] = await Promise.all([feed(child.stdin, input), collect(child.stdout, doing, maxAnswer)]);
  const status = await child.status;
  signal.throwIfAborted();
  if (timeout.aborted) throw new Error(`${doing} took longer than ${limitMs / 1000} s`);
  if (!status.success) throw new Error(`the ${doing} process ended with ${exitText(status)}${shown(await stderr)}`);
  const parts = decodeParts(answer);
  if (typeof parts.head.error === "string") throw new TypeError(parts.head.error);
  return parts;
}

function spawn(
  { program, args }: ProcessCommand,
  extra: Record<string, string>,
  signal: AbortSignal,
): Deno.ChildProcess & Disposable {
  const env: Record<string, string> = { NO_COLOR: "1", ...extra };
  for (const name of KEPT_ENV) {
    const value = readEnv(name);
    if (value !== undefined) env[name] = value;
  }
  const options = { stdin: "piped", stdout: "piped", stderr: "piped", clearEnv: true, env } as const;
  const child = new Deno.Command(program, { ...options, args }).spawn();
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch { /* it has ended by itself */ }
  };
  if (signal.aborted) kill();
  signal.addEventListener("abort", kill, { once: true });
  return Object.assign(child, {
    [Symbol.dispose]() {
      signal.removeEventListener("abort", kill);
      kill();
    },
  });
}

/** A variable of the host's environment; one that the host may not read counts as unset. */
function readEnv(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch {
    return undefined;
  }
}

async function feed(stdin: WritableStream<Uint8Array>, file: Uint8Array): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(file);
    await writer.close();
  } catch { /* it ended early: its status and stderr tell why */ }
}

async function collect(
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>,
  doing: string,
  max: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of stdout) {
    length += chunk.length;
    if (length > max) throw new Error(`the ${doing} process answered more than ${max} bytes`);
    chunks.push(chunk);
  }
  return await new Blob(chunks).bytes();
}

async function tail(stderr: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stderr) text = (text + decoder.decode(chunk, { stream: true })).slice(-STDERR_SHOWN);
  return text;
}

function exitText(status: Deno.CommandStatus): string {
  return status.signal === null ? `exit code ${status.code}` : `signal ${status.signal}`;
}

function shown(stderr: string): string {
  const text = stderr.replaceAll(/\s+/g, " ").trim();
  return text === "" ? "" : `: ${text}`;
}
