/**
 * Runs one test: a config against its assertions, with verdicts as the run goes on, and never without end.
 * @module
 */

import type { LoadedConfig } from "../config/mod.ts";
import { Host } from "../engine/host.ts";
import type { Registries, Supervisor } from "../engine/mod.ts";
import { errorChain, TraceHub } from "../host/mod.ts";
import type { TraceEvent } from "../protocol/mod.ts";
import { MAX_TIMER_MS } from "../pure/max_timer.ts";
import type { BrainPool } from "../runtime/mod.ts";
import type { Assertions } from "./assertions.ts";
import type { Report } from "./report.ts";
import { Verdict } from "./verdict.ts";

/**
 * How long a brain may take to end once nothing more is wanted of it, in ms, before it is killed: one that waits in a call ends in a
 * few, one that only computes never does. The config's own grace is for work that matters.
 */
const STOP_MS = 500;

/**
 * How long the whole run may take to end once everybody was stopped, in ms. Brains are killed long before; this is for what cannot be,
 * such as a file system that does not answer.
 */
const GIVE_UP_MS = 10_000;

/** How long agents may go on after another one has failed, in ms: time to finish, not time to wait for one that is gone. */
const AFTERMATH_MS = 1_000;

/** How a harness runs. */
export interface HarnessOptions {
  /** Brain processes that outlive the test; absent: the test's own, gone at its end. Whoever made the pool closes it. */
  pool?: BrainPool;
  /** Ends the test; agents without a verdict then fail. */
  signal?: AbortSignal;
  /** Where the trace goes, for others to listen too. */
  trace?: TraceHub;
}

/**
 * See the module.
 *
 * An agent whose outcome is `asserted` is stopped at the moment in which its last event was seen; any other has its verdict when it
 * ended. Once all agents of the assertions have one, the rest is stopped and how it ends does not matter. Without assertions the test
 * lasts until all agents have ended, and fails if one did. `tunables.test_timeout_secs` bounds the whole.
 */
export class Harness {
  readonly #loaded: LoadedConfig;
  readonly #registries: Registries;
  readonly #options: HarnessOptions;
  readonly #verdicts: ReadonlyMap<string, Verdict>;
  readonly #running = new Map<string, Supervisor>();
  #host: Host | undefined;
  #over = false;
  #error: string | undefined;
  #aftermath: ReturnType<typeof setTimeout> | undefined;
  #giveUp: ReturnType<typeof setTimeout> | undefined;
  readonly #givenUp = Promise.withResolvers<void>();

  /** A test of `loaded`, once. */
  constructor(loaded: LoadedConfig, registries: Registries, assertions: Assertions, options: HarnessOptions = {}) {
    this.#loaded = loaded;
    this.#registries = registries;
    this.#options = options;
    this.#verdicts = new Map([...assertions].map(([agent, wanted]) => [agent, new Verdict(agent, wanted)]));
  }

  /** Runs the test; never rejects: whatever goes wrong is in the report. */
  async run(): Promise<Report> {
    const { pool, signal, trace = new TraceHub() } = this.#options;
    const interrupt = () => this.#cutOff("the test was interrupted", false);
    const limit = this.#startLimit();
    // The hub may be the caller's and outlive the test.
    const stopListening = trace.listen((event) => this.#take(event));
    try {
      signal?.throwIfAborted();
      const host = await Host.build(this.#loaded, this.#registries, { watch: false, trace, pool, keepPool: pool !== undefined });
      this.#host = host;
      signal?.addEventListener("abort", interrupt, { once: true });
      try {
        signal?.throwIfAborted();
        await host.start();
        await this.#drive(host);
      } finally {
        await host.close();
      }
    } catch (error) {
      this.#error ??= `the run failed: ${errorChain(error)}`;
    }
    stopListening();
    signal?.removeEventListener("abort", interrupt);
    clearTimeout(limit);
    clearTimeout(this.#aftermath);
    clearTimeout(this.#giveUp);
    return this.#report();
  }

  async #drive(host: Host): Promise<void> {
    // The time may be over already, spent on building.
    if (this.#over) return;
    for (const [name, supervisor] of host.supervisors) this.#running.set(name, supervisor);
    for (const verdict of this.#verdicts.values()) {
      if (verdict.settled) this.#running.get(verdict.agent)?.stop("stop", STOP_MS);
    }
    this.#endIfSettled();
    const ended = Promise.all([...this.#running.values()].map((supervisor) => this.#follow(supervisor)));
    await Promise.race([ended, this.#givenUp.promise]);
  }

  async #follow(supervisor: Supervisor): Promise<void> {
    const { name } = supervisor.agent;
    try {
      const end = await supervisor.once();
      if (end.kind !== "stopped") this.#verdicts.get(name)?.ended(end);
    } catch (error) {
      this.#failed(name, errorChain(error));
    }
    this.#running.delete(name);
    // It will not run again: a scripted client must not wait for its answers, with the other agents' requests behind.
    this.#host?.shared.endpoint?.remove(supervisor.agent);
    this.#consider(name);
  }

  #failed(name: string, error: string): void {
    if (this.#over) return;
    const verdict = this.#verdicts.get(name);
    if (verdict !== undefined) return verdict.ended({ kind: "failed", error });
    this.#error ??= `agent ${JSON.stringify(name)} failed, of which nothing is asserted: ${error}`;
  }

  #take(event: TraceEvent): void {
    const verdict = this.#verdicts.get(event.agent);
    // How a run ends is heard of its supervisor, which knows of failures too.
    if (verdict === undefined || verdict.settled || event.kind === "outcome") return;
    verdict.feed(event);
    if (!verdict.settled) return;
    // Not from within the frame that told of the event.
    queueMicrotask(() => {
      this.#running.get(event.agent)?.stop("stop", STOP_MS);
      this.#endIfSettled();
    });
  }

  /** After an agent ended. */
  #consider(name: string): void {
    this.#endIfSettled();
    if (this.#over || this.#aftermath !== undefined) return;
    if (this.#error === undefined && !this.#verdicts.get(name)?.failed) return;
    const why = `the run was ended because agent ${JSON.stringify(name)} had failed`;
    this.#aftermath = setTimeout(() => this.#cutOff(why, false), AFTERMATH_MS);
  }

  #endIfSettled(): void {
    if (this.#verdicts.size > 0 && [...this.#verdicts.values()].every(({ settled }) => settled)) this.#end();
  }

  /** Stops whatever still runs. */
  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#giveUp = setTimeout(() => {
      const names = [...this.#running.keys()].map((name) => JSON.stringify(name)).join(", ");
      this.#error ??= `the run did not end within ${GIVE_UP_MS / 1000} s of being stopped: ${names} would not`;
      this.#givenUp.resolve();
    }, GIVE_UP_MS);
    for (const supervisor of this.#running.values()) {
      if (!supervisor.stopping) supervisor.stop("shutdown", STOP_MS);
    }
  }

  #startLimit(): ReturnType<typeof setTimeout> | undefined {
    const seconds = this.#loaded.config.tunables.test_timeout_secs;
    if (seconds === 0) return undefined;
    return setTimeout(() => {
      if (this.#over) return;
      const all = [
        `the test took more than ${seconds} s (tunables.test_timeout_secs)`,
        ...[...this.#running].map(([name, supervisor]) => `agent ${JSON.stringify(name)} was ${stateOf(supervisor)}`),
        ...this.#host?.waitingFor() ?? [],
      ];
      this.#error ??= all.join("; ");
      this.#cutOff("timed out before its assertions settled", true);
    }, Math.min(seconds * 1000, MAX_TIMER_MS));
  }

  /** Ends the test early: agents without a verdict fail. */
  #cutOff(why: string, timedOut: boolean): void {
    if (this.#over) return;
    for (const verdict of this.#verdicts.values()) {
      verdict.cutOff(why, stateOf(this.#running.get(verdict.agent)), timedOut);
    }
    if (this.#verdicts.size === 0) this.#error ??= why;
    this.#end();
  }

  #report(): Report {
    for (const verdict of this.#verdicts.values()) {
      if (this.#host === undefined) verdict.notRun();
      const why = this.#error === undefined
        ? "the run ended before its assertions settled"
        : "the run failed before its assertions settled";
      verdict.cutOff(why, stateOf(undefined), false);
    }
    const agents = new Map([...this.#verdicts].map(([agent, verdict]) => [agent, verdict.report()]));
    const passed = this.#error === undefined && [...agents.values()].every((agent) => agent.passed);
    return { passed, agents, ...(this.#error !== undefined && { error: this.#error }) };
  }
}

/** What an agent does now, to be read after "it was". */
function stateOf(supervisor: Supervisor | undefined): string {
  if (supervisor === undefined) return "not running";
  if (supervisor.run === undefined) return "starting: its brain was being loaded";
  const call = supervisor.run.blockedIn;
  return call === undefined ? "computing, in no call of omw" : `waiting in ${call}`;
}
