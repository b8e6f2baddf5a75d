/**
 * Reading and checking an agent's brain without running it.
 * @module
 */

import { type Agent, errorChain } from "../host/mod.ts";
import { BrainRun } from "../runtime/brain_run.ts";
import type { BrainPool, Program, Runtime } from "../runtime/mod.ts";

/** How long a component may take to check a script, in ms: interpreters parse in far less, and a reload waits for it. */
const CHECK_MS = 10_000;

/** What is loaded, for whom, and where a check runs. */
export interface LoadRequest {
  /** The agent. */
  agent: Agent;
  /** What its brain is run by. */
  runtime: Runtime;
  /** The absolute path of the brain's file. */
  script: string;
  /** Gives the process that a check runs in. */
  pool: BrainPool;
  /** What the pool keeps that process for: the agent's own name while none of its runs is alive, else another one. */
  key: string;
  /** Whether the source must be known to parse; else a run may be what finds out. */
  parse: boolean;
  /** Gives up. */
  signal: AbortSignal;
}

/**
 * Reads a brain and finds out whether it is sound. An interpreter component checks its script in a process beside the live one.
 * @throws {Error} that names the file and what is wrong with it; the signal's reason when it was given up
 */
export async function loadProgram(request: LoadRequest): Promise<Program> {
  const program = await request.runtime.load(request.script, request.signal, request.parse);
  request.signal.throwIfAborted();
  if (program.checks && request.parse) await check(program, request);
  return program;
}

async function check(program: Program, { agent, runtime, script, pool, key, signal }: LoadRequest): Promise<void> {
  const process = await pool.acquire(key, runtime.maxMemoryMb);
  // The time that a check may take is the script's, not the start's.
  await process.ready;
  if (signal.aborted) {
    pool.release(key, process);
    throw signal.reason;
  }
  const run = new BrainRun(process, agent, program, { op: "check", number: 0 });
  const late = setTimeout(() => run.kill(`the check of ${script} took more than ${CHECK_MS / 1000} s`), CHECK_MS);
  const leave = () => run.kill(`the check is not wanted any more: ${errorChain(signal.reason)}`);
  signal.addEventListener("abort", leave, { once: true });
  try {
    const end = await run.ended;
    signal.throwIfAborted();
    if (end.kind !== "done") throw new Error(end.error.startsWith(`${script}: `) ? end.error : `${script}: ${end.error}`);
  } finally {
    clearTimeout(late);
    signal.removeEventListener("abort", leave);
    pool.release(key, process);
  }
}
