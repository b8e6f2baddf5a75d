/**
 * One agent's life: its runs, reloads and end (facts §4).
 * @module
 */

import type { AgentConfig } from "../config/mod.ts";
import { type Agent, errorChain } from "../host/mod.ts";
import type { AbortReason, RunOutcome } from "../protocol/mod.ts";
import { type BrainPool, BrainRun, type Program, type RunEnd, type Runtime } from "../runtime/mod.ts";
import { pause } from "./pause.ts";

/** How long a component may take to check a script, in ms: interpreters parse in far less, and a reload waits for it. */
const CHECK_MS = 10_000;

/** What a supervisor is given. */
export interface SupervisorOptions {
  /** Keeps brain processes. */
  pool: BrainPool;
  /** Wait for an edit where a brain does not load, in place of failing. */
  watch: boolean;
}

/** How one iteration of an agent ended. */
export type IterationEnd =
  | RunOutcome
  | {
    /** The agent was asked to stop. */
    kind: "stopped";
  };

/** See the module. */
export class Supervisor {
  /** The agent. */
  readonly agent: Agent;
  #config: AgentConfig;
  #runtime: Runtime;
  #script: string;
  readonly #pool: BrainPool;
  readonly #watch: boolean;
  #run: BrainRun | undefined;
  #runs = 0;
  /** Set when the agent is to stop for good: the work of loading and waiting ends too. */
  readonly #stop = new AbortController();
  #stopReason: "shutdown" | "stop" | undefined;
  /** The program that the next run takes, validated while the old one goes on. */
  #next: Program | undefined;
  #validating: AbortController | undefined;
  /** Resolved at each edit, for an agent that is parked on a broken script. */
  #edited = Promise.withResolvers<void>();

  /** A supervisor of `agent`, whose brain is the file `script`. */
  constructor(agent: Agent, config: AgentConfig, runtime: Runtime, script: string, options: SupervisorOptions) {
    this.agent = agent;
    this.#config = config;
    this.#runtime = runtime;
    this.#script = script;
    this.#pool = options.pool;
    this.#watch = options.watch;
  }

  /** The path of the brain's file. */
  get script(): string {
    return this.#script;
  }

  /** The run that is on, if one is. */
  get run(): BrainRun | undefined {
    return this.#run;
  }

  /**
   * Runs the agent once, through any reloads.
   * @throws {Error} when it fails; the message says why
   */
  async once(): Promise<IterationEnd> {
    const { log } = this.agent;
    if (this.#stopReason) return this.#stopped();
    log.info("agent iteration starting", { runtime: this.#config.runtime });
    let program = await this.#gate();
    for (;;) {
      if (this.#stopReason || program === undefined) return this.#stopped();
      const { end, why } = await this.#drive(program);
      if (this.#stopReason) return this.#stopped();
      if (why === "reload") {
        this.#endpointRunEnded(undefined);
        if (this.agent.shared.tunables.cancel_pumps_on_reload) this.agent.cancelPumps();
        program = this.#next ?? program;
        this.#next = undefined;
        log.info("agent run reloaded, restarting with the new script");
        continue;
      }
      return this.#ended(end);
    }
  }

  /** Runs the agent again and again until it is stopped; a failure is followed by a pause that doubles. */
  async loop(): Promise<void> {
    const { log, shared } = this.agent;
    let backoff = 0;
    while (!this.#stopReason) {
      try {
        const end = await this.once();
        if (end.kind === "stopped") return;
        backoff = 0;
        log.info("agent iteration completed", { completed: end.kind });
      } catch (error) {
        if (this.#stopReason) return;
        const { loop_backoff_start_ms: start, loop_backoff_cap_secs: cap } = shared.tunables;
        backoff = Math.min(backoff === 0 ? start : backoff * 2, cap * 1000);
        log.error("agent iteration failed", { error: errorChain(error), retry_ms: backoff });
        await pause(backoff, this.#stop.signal);
      }
    }
  }

  /** The script changed: once the new one is found sound, the run ends for it. */
  async reload(): Promise<void> {
    const { log, shared } = this.agent;
    if (this.#stopReason) return;
    log.info("agent reload requested");
    this.#edited.resolve();
    this.#edited = Promise.withResolvers();
    if (this.#run === undefined) return;
    this.#validating?.abort(new Error("a newer edit arrived"));
    const validating = this.#validating = new AbortController();
    try {
      const program = await this.#load(AbortSignal.any([validating.signal, this.#stop.signal]), true);
      if (validating.signal.aborted || this.#stopReason) return;
      this.#next = program;
      this.#run?.abort("reload", patience(shared.tunables));
    } catch (error) {
      if (validating.signal.aborted || this.#stopReason) return;
      const text = errorChain(error);
      log.warn("agent reload rejected: invalid script, keeping the live run", { error: text });
      if (this.agent.lifecycle !== undefined && this.#run?.aborted === undefined) {
        this.agent.inbox.put(this.agent.lifecycle, { kind: "error", payload: text });
      }
    }
  }

  /**
   * Loads the brain and has it checked, without running it.
   * @throws {Error} that says what is wrong with it
   */
  async check(): Promise<void> {
    await this.#load(this.#stop.signal, true);
  }

  /** Replaces what the agent runs, after its config changed. */
  reconfigure(config: AgentConfig, runtime: Runtime, script: string): void {
    this.#config = config;
    this.#runtime = runtime;
    this.#script = script;
    this.#pool.forget(this.agent.name);
  }

  /** Asks the agent to end for good; `once` and `loop` then return. */
  stop(why: "shutdown" | "stop"): void {
    if (this.#stopReason === "shutdown" || this.#stopReason === why) return;
    this.#stopReason = why;
    this.#stop.abort(new Error(`the agent is asked to stop: ${why}`));
    if (this.#run === undefined) return;
    if (why === "shutdown") this.agent.log.info("agent shutdown requested");
    this.#run.abort(why, patience(this.agent.shared.tunables));
  }

  /** The first program; under `--watch` an agent with a broken script waits here for an edit that fixes it. */
  async #gate(): Promise<Program | undefined> {
    const { log } = this.agent;
    for (let attempt = 0;; attempt++) {
      const edited = this.#edited.promise;
      try {
        return await this.#load(this.#stop.signal, this.#watch);
      } catch (error) {
        if (this.#stopReason) return undefined;
        const text = errorChain(error);
        if (!this.#watch) {
          log.error("agent brain failed startup validation", { error: text });
          throw error;
        }
        if (attempt === 0) log.warn("agent brain invalid at startup, waiting for a fixing edit", { error: text });
        else log.warn("agent reload rejected: invalid script, keeping the agent parked", { error: text });
      }
      await Promise.race([edited, aborted(this.#stop.signal)]);
    }
  }

  /** Reads and checks the brain. An interpreter component checks its script in a process of its own, not in the live one. */
  async #load(signal: AbortSignal, parse: boolean): Promise<Program> {
    const program = await this.#runtime.load(this.#script, signal, parse);
    if (program.checks) await this.#check(program, signal);
    return program;
  }

  async #check(program: Program, signal: AbortSignal): Promise<void> {
    // Before the first run nothing is live yet, and the process that checked goes on to run.
    const key = this.#run === undefined ? this.agent.name : `${this.agent.name} (check)`;
    const process = await this.#pool.acquire(key, this.#runtime.maxMemoryMb);
    const run = new BrainRun(process, this.agent, program, { op: "check", number: this.#runs });
    const late = setTimeout(() => run.kill(`the check of ${this.#script} took more than ${CHECK_MS / 1000} s`), CHECK_MS);
    const leave = () => run.kill("the check is not wanted any more");
    signal.addEventListener("abort", leave, { once: true });
    try {
      const end = await run.ended;
      signal.throwIfAborted();
      if (end.kind !== "done") throw new Error(`${this.#script}: ${end.error}`);
    } finally {
      clearTimeout(late);
      signal.removeEventListener("abort", leave);
      this.#pool.release(key, process);
    }
  }

  async #drive(program: Program): Promise<{ end: RunEnd; why: AbortReason | undefined }> {
    const { agent } = this;
    agent.forgetLifecycle();
    const process = await this.#pool.acquire(agent.name, this.#runtime.maxMemoryMb);
    const run = new BrainRun(process, agent, program, { op: "run", number: ++this.#runs });
    this.#run = run;
    agent.log.debug("brain started", { pid: run.pid, run: this.#runs });
    // What was asked for while the process was being started.
    if (this.#stopReason) run.abort(this.#stopReason, patience(agent.shared.tunables));
    else if (this.#next) run.abort("reload", patience(agent.shared.tunables));
    const end = await run.ended;
    this.#run = undefined;
    this.#pool.release(agent.name, process);
    return { end, why: run.aborted };
  }

  #ended(end: RunEnd): IterationEnd {
    const { agent } = this;
    agent.cancelPumps();
    agent.forgetLifecycle();
    this.#endpointRunEnded(end.kind === "done" ? undefined : end.error);
    if (end.kind !== "done") {
      agent.log.error("agent run failed", { error: end.error });
      throw new Error(end.error);
    }
    const outcome: RunOutcome = end.message === undefined ? { kind: "completed" } : { kind: "exited", message: end.message };
    if (outcome.kind === "completed") agent.log.info("agent run completed");
    else agent.log.info("agent exited", { result: outcome.message });
    if (agent.shared.trace.active) agent.shared.trace.emit({ kind: "outcome", agent: agent.name, outcome });
    return outcome;
  }

  #stopped(): IterationEnd {
    this.agent.cancelPumps();
    this.agent.forgetLifecycle();
    this.agent.log.info(this.#stopReason === "shutdown" ? "agent shutting down" : "agent stopped");
    return { kind: "stopped" };
  }

  #endpointRunEnded(error: string | undefined): void {
    this.agent.shared.endpoint?.runEnded(this.agent, error);
  }
}

/** How long a run may take to end by itself, in ms: the grace, and the budget after it. */
function patience(
  { reload_grace_secs, interrupt_budget_ms }: { reload_grace_secs: number; interrupt_budget_ms: number },
): number {
  return reload_grace_secs * 1000 + interrupt_budget_ms;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
