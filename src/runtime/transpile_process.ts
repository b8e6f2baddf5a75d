/**
 * Starts the transpiling process (`transpile_child.ts`) and reads its answer.
 * @module
 */

import type { ComponentFormat } from "./component_file.ts";
import type { Parts } from "./transpiled.ts";
import { decodeParts } from "./transpiled.ts";

/** How long one component may take, in ms. The slowest known (10 MB) takes 5 s on a busy machine. */
const TIME_LIMIT_MS = 120_000;

/** The largest answer, in bytes: core modules are about as large as their component, glue below 1 MB. */
const MAX_ANSWER_BYTES: number = 512 * 1024 * 1024;

/** How much of the process's stderr an error shows, in UTF-16 units. */
const STDERR_SHOWN = 500;

/** What the process's environment holds of the host's: what finds the module cache and, should that be empty, fills it. */
const KEPT_ENV = ["HOME", "DENO_DIR", "XDG_CACHE_HOME", "NPM_CONFIG_REGISTRY", "DENO_CERT", "DENO_TLS_CA_STORE"];

/** A program and its arguments. */
export interface ProcessCommand {
  /** The executable. */
  program: string;
  /** Its arguments; the file's form is added. */
  args: string[];
}

/**
 * How this program starts its transpiling process: itself with `__transpile` when compiled, else Deno with the file. The flags allow
 * what loading the transpiler takes; the process gives all of it back before it looks at a component.
 */
export function transpileCommand(): ProcessCommand {
  if (Deno.build.standalone) return { program: Deno.execPath(), args: ["__transpile"] };
  const file = new URL("./transpile_child.ts", import.meta.url);
  return {
    program: Deno.execPath(),
    args: ["run", "--quiet", "--no-prompt", "--no-check", "--allow-read", "--allow-env", file.href],
  };
}

/**
 * Transpiles one component in a process of its own.
 * @throws {TypeError} what the transpiler says is wrong with the component
 * @throws {Error} when the process fails, takes longer than two minutes, or answers too much
 */
export async function transpileInProcess(
  file: Uint8Array<ArrayBuffer>,
  format: ComponentFormat,
  signal: AbortSignal,
  command: ProcessCommand = transpileCommand(),
): Promise<Parts> {
  const timeout = AbortSignal.timeout(TIME_LIMIT_MS);
  using child = spawn(command, format, AbortSignal.any([signal, timeout]));
  const stderr = tail(child.stderr);
  const [, answer] = await Promise.all([feed(child.stdin, file), collect(child.stdout)]);
  const status = await child.status;
  signal.throwIfAborted();
  if (timeout.aborted) throw new Error(`transpiling took longer than ${TIME_LIMIT_MS / 1000} s`);
  if (!status.success) throw new Error(`the transpiling process ended with ${exitText(status)}${shown(await stderr)}`);
  const parts = decodeParts(answer);
  if (typeof parts.head.error === "string") throw new TypeError(parts.head.error);
  return parts;
}

function spawn({ program, args }: ProcessCommand, format: ComponentFormat, signal: AbortSignal): Deno.ChildProcess & Disposable {
  const env: Record<string, string> = { WAST_STRICT_COMPONENT_INDICES: "0", NO_COLOR: "1" };
  for (const name of KEPT_ENV) {
    const value = readEnv(name);
    if (value !== undefined) env[name] = value;
  }
  const options = { stdin: "piped", stdout: "piped", stderr: "piped", clearEnv: true, env } as const;
  const child = new Deno.Command(program, { ...options, args: [...args, format] }).spawn();
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

async function collect(stdout: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of stdout) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error(`the transpiled component is larger than ${MAX_ANSWER_BYTES} bytes`);
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
