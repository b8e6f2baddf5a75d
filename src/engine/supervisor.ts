/**
 * One agent's life: its runs, reloads and end (facts §4).
 * @module
 */

import type { AgentConfig } from "../config/mod.ts";
import { type Agent, errorChain } from "../host/mod.ts";
import type { AbortReason, RunOutcome } from "../protocol/mod.ts";
import { BrainRun } from "../runtime/brain_run.ts";
import type { BrainPool, BrainProcess, Program, RunEnd, Runtime } from "../runtime/mod.ts";
import { loadProgram } from "./load_program.ts";
import { patience } from "./patience.ts";
import { aborted, pause } from "./pause.ts";
import { sameProgram } from "./same_program.ts";

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

/**
 * See the module.
 *
 * Edits are counted, and so is the last one that was looked at: one that arrives while nobody can act on it (a process is being
 * started, a run is ending) is noticed by whatever comes next.
 */
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
  #edits = 0;
  #seenEdits = 0;
  /** Resolved at each edit, for an agent that is parked on a broken script. */
  #edited = Promise.withResolvers<void>();
  /** The program that ran last: sound, whatever the file holds by now. */
  #current: Program | undefined;
  /** The program that the next run takes, validated while the old one goes on. */
  #next: Program | undefined;
  #validating: AbortController | undefined;
  /** The agent's entry changed, so that its run ends even for a program that is the same. */
  #reconfigured = false;

  /** A supervisor of `agent`, whose brain is the file `script`. */
  constructor(agent: Agent, config: AgentConfig, runtime: Runtime, script: string, options: SupervisorOptions) {
    this.agent = agent;
    this.#config = config;
    this.#runtime = runtime;
    this.#script = script;
    this.#pool = options.pool;
    this.#watch = options.watch;
  }

  /** The run that is on, if one is. */
  get run(): BrainRun | undefined {
    return this.#run;
  }

  /** Whether the agent was asked to end for good. */
  get stopping(): boolean {
    return this.#stopReason !== undefined;
  }

  /** The absolute paths of the files that its brain is made of: the script, and the component that interprets it. */
  async files(): Promise<string[]> {
    return [this.#script, ...await this.#runtime.files?.() ?? []];
  }

  /**
   * Runs the agent once, through any reloads.
   * @throws {Error} when it fails; the message says why
   */
  async once(): Promise<IterationEnd> {
    const { log, shared } = this.agent;
    if (this.#stopReason) return this.#stopped();
    log.info("agent iteration starting", { runtime: this.#config.runtime });
    for (let program = await this.#gate(); program !== undefined; program = this.#current) {
      const { end, why } = await this.#drive(program);
      if (this.#stopReason) break;
      if (why !== "reload") return this.#ended(end);
      this.agent.restarting = true;
      shared.endpoint?.runEnded(this.agent);
      if (shared.tunables.cancel_pumps_on_reload) this.agent.cancelPumps();
      log.info("agent run reloaded, restarting with the new script");
    }
    return this.#stopped();
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

  /** A file of the brain changed: once the new one is found sound, the run ends for it. */
  async reload(): Promise<void> {
    if (this.#stopReason) return;
    this.#edits++;
    this.#edited.resolve();
    this.#edited = Promise.withResolvers();
    // Between runs there is nothing to end: the next one loads the file anyway, or looks here.
    if (this.#run !== undefined) await this.#revalidate();
  }

  /** Loads the brain and has it checked, without running it. @throws {Error} that says what is wrong with it */
  async check(): Promise<void> {
    await this.#load(this.#stop.signal, true);
  }

  /** Replaces what the agent runs, after its config changed; `reload` then puts it into effect. */
  reconfigure(config: AgentConfig, runtime: Runtime, script: string): void {
    this.#config = config;
    this.#runtime = runtime;
    this.#script = script;
    this.#reconfigured = true;
    this.#pool.forget(this.agent.name);
  }

  /**
   * Asks the agent to end for good; `once` and `loop` then return.
   * @param graceMs after so long its run is killed; the config's times unless given
   */
  stop(why: "shutdown" | "stop", graceMs: number = patience(this.agent.shared.tunables)): void {
    if (this.#stopReason === "shutdown" || this.#stopReason === why) return;
    this.#stopReason = why;
    this.agent.leaving = true;
    this.#stop.abort(new Error(`the agent is asked to stop: ${why}`));
    if (this.#run === undefined) return;
    if (why === "shutdown") this.agent.log.info("agent shutdown requested");
    this.#run.abort(why, graceMs);
  }

  /**
   * The first program of an iteration. Under `--watch` a broken file does not end an agent that ran before: it goes on with the last
   * program that was sound; one that never ran waits here for an edit that fixes it.
   */
  async #gate(): Promise<Program | undefined> {
    const { log } = this.agent;
    for (let attempt = 0;; attempt++) {
      const edited = this.#edited.promise;
      const edits = this.#edits;
      const rejected = attempt > 0 || this.#seenEdits === edits;
      this.#next = undefined;
      try {
        // Without `--watch` a run may be what finds out that a script does not parse: it fails just the same.
        const program = await this.#load(this.#stop.signal, this.#watch);
        this.#seenEdits = edits;
        return program;
      } catch (error) {
        if (this.#stopReason) return undefined;
        this.#seenEdits = edits;
        const text = errorChain(error);
        if (!this.#watch) {
          log.error("agent brain failed startup validation", { error: text });
          throw error;
        }
        if (this.#current !== undefined) {
          if (!rejected) log.warn("agent reload rejected: invalid script, running the last sound one", { error: text });
          return this.#current;
        }
        if (attempt === 0) log.warn("agent brain invalid at startup, waiting for a fixing edit", { error: text });
        else log.warn("agent reload rejected: invalid script, keeping the agent parked", { error: text });
      }
      await Promise.race([edited, aborted(this.#stop.signal)]);
    }
  }

  /** Looks at the file while a run is alive, and ends that run if there is something sound and new. */
  async #revalidate(): Promise<void> {
    const { log, shared } = this.agent;
    log.info("agent reload requested");
    this.#validating?.abort(new Error("a newer edit arrived"));
    const validating = this.#validating = new AbortController();
    const edits = this.#edits;
    try {
      const program = await this.#load(AbortSignal.any([validating.signal, this.#stop.signal]), true);
      if (validating.signal.aborted || this.#stopReason) return;
      this.#seenEdits = edits;
      const run = this.#run;
      // It ended by itself meanwhile, and who comes next has not looked at the file yet.
      if (run === undefined && !this.agent.restarting) return;
      if (run !== undefined && run.aborted === undefined && this.#isCurrent(program)) {
        log.info("agent script is what runs already");
        return;
      }
      this.#next = program;
      run?.abort("reload", patience(shared.tunables));
    } catch (error) {
      if (validating.signal.aborted || this.#stopReason) return;
      this.#seenEdits = edits;
      const text = errorChain(error);
      log.warn("agent reload rejected: invalid script, keeping the live run", { error: text });
      if (this.agent.lifecycle !== undefined && this.#run !== undefined && this.#run.aborted === undefined) {
        this.agent.inbox.put(this.agent.lifecycle, { kind: "error", payload: text });
      }
    }
  }

  #isCurrent(program: Program): boolean {
    return !this.#reconfigured && this.#current !== undefined && sameProgram(this.#current, program);
  }

  #load(signal: AbortSignal, parse: boolean): Promise<Program> {
    const { name } = this.agent;
    return loadProgram({
      agent: this.agent,
      runtime: this.#runtime,
      script: this.#script,
      pool: this.#pool,
      // Before the first run nothing is live yet, and the process that checked goes on to run.
      key: this.#run === undefined && !this.agent.restarting ? name : `${name} (check)`,
      parse,
      signal,
    });
  }

  /** One run, from its process to its end. */
  async #drive(given: Program): Promise<{ end: RunEnd; why: AbortReason | undefined }> {
    const { agent } = this;
    agent.forgetLifecycle();
    let process: BrainProcess;
    try {
      process = await this.#pool.acquire(agent.name, this.#runtime.maxMemoryMb);
    } catch (error) {
      return { end: { kind: "lost", error: `no brain process can be started: ${errorChain(error)}` }, why: undefined };
    }
    // Asked for while the process was being started: a run that would only be ended is not begun.
    if (this.#stopReason) {
      this.#pool.release(agent.name, process);
      return { end: { kind: "lost", error: "the agent is asked to stop" }, why: this.#stopReason };
    }
    const program = this.#next ?? given;
    this.#next = undefined;
    this.#current = program;
    this.#reconfigured = false;
    const run = this.#run = new BrainRun(process, agent, program, { op: "run", number: ++this.#runs });
    agent.restarting = false;
    agent.log.debug("brain started", { pid: run.pid, run: this.#runs });
    if (this.#edits !== this.#seenEdits) void this.#revalidate();
    const end = await run.ended;
    this.#run = undefined;
    this.#pool.release(agent.name, process);
    return { end, why: run.aborted };
  }

  #ended(end: RunEnd): IterationEnd {
    const { agent } = this;
    this.#leave();
    agent.shared.endpoint?.runEnded(agent, end.kind === "done" ? undefined : end.error);
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
    this.#leave();
    this.agent.log.info(this.#stopReason === "shutdown" ? "agent shutting down" : "agent stopped");
    return { kind: "stopped" };
  }

  /** What ends with an iteration, however it ended. */
  #leave(): void {
    this.agent.restarting = false;
    this.agent.cancelPumps();
    this.agent.forgetLifecycle();
  }
}
