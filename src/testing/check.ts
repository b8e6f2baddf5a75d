/**
 * Assertions on a trace that was recorded before.
 * @module
 */

import { parseSource } from "../config/parse_source.ts";
import type { RunOutcome, TraceEvent } from "../protocol/mod.ts";
import { type Assertions, parseAssertions } from "./assertions.ts";
import { Verdict } from "./verdict.ts";

/** What one agent did and saw, and how it ended. */
export interface AgentTrace {
  /** Its calls and the events that it received, in order. */
  events: TraceEvent[];
  /** How its last run ended; absent when none ended well. */
  outcome?: RunOutcome;
}

/**
 * The assertions of a test config's text (TOML).
 * @throws {ConfigError} when it is no TOML, or an assertion is wrong
 */
export function parse(text: string): Assertions {
  return parseAssertions(parseSource({ text, format: "toml", label: "the config" })["assertions"]);
}

/** Gathers a trace by agent, in the order in which agents appear; of an agent that ran several times the outcome is the last one. */
export async function collect(trace: AsyncIterable<TraceEvent> | Iterable<TraceEvent>): Promise<Map<string, AgentTrace>> {
  const agents = new Map<string, AgentTrace>();
  for await (const event of trace) {
    let agent = agents.get(event.agent);
    if (agent === undefined) agents.set(event.agent, agent = { events: [] });
    if (event.kind === "outcome") agent.outcome = event.outcome;
    else agent.events.push(event);
  }
  return agents;
}

/**
 * Holds a trace against assertions, in one pass without copying it: linear in the trace, times the size of the patterns.
 * @param recorded the trace itself, or what `collect` made of it
 * @returns what does not hold, one text for each agent that failed, each beginning with `agent "name": `; none when all holds
 */
export function check(
  recorded: Iterable<TraceEvent> | ReadonlyMap<string, AgentTrace>,
  assertions: Assertions,
): string[] {
  const verdicts = new Map([...assertions].map(([agent, wanted]) => [agent, new Verdict(agent, wanted)]));
  const outcomes = new Map<string, RunOutcome>();
  for (const event of recorded instanceof Map ? entriesOf(recorded) : recorded as Iterable<TraceEvent>) {
    if (event.kind === "outcome") outcomes.set(event.agent, event.outcome);
    else verdicts.get(event.agent)?.feed(event);
  }
  return [...verdicts.values()].flatMap((verdict) => {
    const outcome = outcomes.get(verdict.agent);
    if (outcome !== undefined) verdict.ended(outcome);
    else verdict.ended({ kind: "failed", error: "the trace holds no end of a run" });
    const { passed, diff } = verdict.report();
    return passed ? [] : [`agent ${JSON.stringify(verdict.agent)}: ${diff}`];
  });
}

function* entriesOf(agents: ReadonlyMap<string, AgentTrace>): Generator<TraceEvent> {
  for (const [agent, { events, outcome }] of agents) {
    yield* events;
    if (outcome !== undefined) yield { kind: "outcome", agent, outcome };
  }
}
