/**
 * The verdict on one agent, reached while it runs.
 * @module
 */

import type { RunOutcome, TraceEvent } from "../protocol/mod.ts";
import type { AgentAssertions, WantedOutcome } from "./assertions.ts";
import { explain } from "./explain.ts";
import type { AgentReport } from "./report.ts";
import { Track } from "./track.ts";

/** How an agent's run ended, as far as a verdict is concerned. */
export type AgentEnd = RunOutcome | { kind: "failed"; error: string };

/** See the module. Once it is settled only `notRun` changes it. */
export class Verdict {
  /** The agent's name. */
  readonly agent: string;
  readonly #wanted: AgentAssertions;
  readonly #track: Track;
  #outcome: RunOutcome | undefined;
  #timedOut = false;
  #failure: readonly string[] | undefined;
  #settled = false;

  /** An agent of which nothing was seen; what wants nothing to be seen may be settled already. */
  constructor(agent: string, wanted: AgentAssertions) {
    this.agent = agent;
    this.#wanted = wanted;
    this.#track = new Track(wanted.steps);
    this.#settled = this.asserted && this.#track.isDone;
  }

  /** The agent is to be stopped once its events have been seen. */
  get asserted(): boolean {
    return this.#wanted.outcome === "asserted";
  }

  /** There is a verdict. */
  get settled(): boolean {
    return this.#settled;
  }

  /** There is one, and it is bad. */
  get failed(): boolean {
    return this.#failure !== undefined;
  }

  /** Takes a call of the agent or an event that it received. */
  feed(event: TraceEvent): void {
    if (this.#settled) return;
    this.#track.feed(event);
    if (this.asserted && this.#track.isDone) this.#settle();
  }

  /** The agent ended by itself, or failed. */
  ended(end: AgentEnd): void {
    if (this.#settled) return;
    if (end.kind === "failed") return this.#settle([`the agent failed: ${end.error}`, ...this.#missing()]);
    this.#outcome = end;
    if (this.asserted) return this.#settle(["the agent ended before its assertions settled", ...this.#missing()]);
    if (!meets(end, this.#wanted.outcome)) {
      const { outcome } = this.#wanted;
      return this.#settle([
        "outcome mismatch",
        `  expected: ${outcomeText(outcome)}`,
        `  actual:   ${outcomeText(end)}`,
        ...this.#missing(),
      ]);
    }
    this.#settle(this.#track.isDone ? undefined : this.#missing());
  }

  /** The test's time is over, or it is ended for another reason; `why` says which, `state` what the agent was doing. */
  cutOff(why: string, state: string, timedOut: boolean): void {
    if (this.#settled) return;
    this.#timedOut = timedOut;
    const seen = this.#track.isDone ? [`everything that is asserted was seen, but the agent has not ended`] : this.#missing();
    this.#settle([why, `  it was ${state}`, ...seen]);
  }

  /** Nothing was run: then what was settled before the start has not passed either. */
  notRun(): void {
    if (!this.failed) this.#settle(["it did not run"]);
  }

  /** The verdict as it stands. */
  report(): AgentReport {
    const report: AgentReport = {
      agent: this.agent,
      passed: this.#settled && !this.failed,
      asserted: this.asserted,
      timedOut: this.#timedOut,
      cursor: this.#track.isDone ? this.#wanted.steps.length : this.#track.index,
      assertions: this.#wanted.steps.length,
    };
    if (this.#outcome !== undefined) report.outcome = plainOutcome(this.#outcome);
    if (this.#failure !== undefined) report.diff = this.#failure.join("\n");
    return report;
  }

  #settle(failure?: readonly string[]): void {
    this.#settled = true;
    this.#failure = failure;
  }

  #missing(): string[] {
    return this.#track.isDone ? [] : explain(this.#track);
  }
}

function meets(end: RunOutcome, wanted: WantedOutcome | undefined): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === "string") return end.kind === wanted;
  return end.kind === "exited" && end.message === wanted.exited;
}

function plainOutcome(outcome: RunOutcome): "completed" | { exited: string } {
  return outcome.kind === "completed" ? "completed" : { exited: outcome.message };
}

function outcomeText(outcome: WantedOutcome | RunOutcome | undefined): string {
  if (typeof outcome === "object" && "kind" in outcome) return outcomeText(plainOutcome(outcome));
  return typeof outcome === "object" ? `{ exited = ${JSON.stringify(outcome.exited)} }` : JSON.stringify(outcome) ?? "any";
}
