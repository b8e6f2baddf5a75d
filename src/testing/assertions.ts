/**
 * What a test asserts of each agent: the `[assertions.<agent>]` of a config (docs, "Testing").
 * @module
 */

import { ConfigError, keyPath, reason } from "../config/errors.ts";
import { didYouMean } from "../config/nearest.ts";
import { compileCondition, type Condition, type SequenceStep, stepOf } from "../pattern/mod.ts";
import type { TraceEvent } from "../protocol/mod.ts";

/** One entry of `events`: a condition on a trace entry, alone or under `$while` or `$until`. */
export type EventStep = SequenceStep<TraceEvent, Condition>;

/**
 * How an agent is to end: by itself, by itself with exactly this message, or not at all: it is stopped as soon as its events have been
 * seen.
 */
export type WantedOutcome = "completed" | "asserted" | { exited: string };

/** What is asserted of one agent. */
export interface AgentAssertions {
  /** How it is to end; absent: by itself, however. */
  outcome?: WantedOutcome;
  /** What must be seen of it, in this order. */
  steps: readonly EventStep[];
}

/** The assertions of a test by agent, in the order of the config. */
export type Assertions = ReadonlyMap<string, AgentAssertions>;

const KEYS = ["outcome", "events"];

/**
 * Reads the `[assertions]` of a config.
 * @param source the table as parsed; absent: nothing is asserted
 * @param agents the names of the config's agents; absent: any name will do
 * @throws {ConfigError} with the config path of what is wrong, and the pattern in question
 */
export function parseAssertions(source: unknown, agents?: Iterable<string>): Assertions {
  const assertions = new Map<string, AgentAssertions>();
  if (source === undefined) return assertions;
  const known = agents === undefined ? undefined : new Set(agents);
  for (const [agent, value] of Object.entries(tableAt("assertions", source))) {
    const where = keyPath("assertions", agent);
    if (known !== undefined && !known.has(agent)) {
      const names = [...known].map((name) => JSON.stringify(name)).join(", ") || "none";
      throw new ConfigError(`${where}: no agent has this name (agents: ${names})${didYouMean(agent, known)}`);
    }
    assertions.set(agent, agentAssertions(tableAt(where, value), where));
  }
  return assertions;
}

function agentAssertions(table: Record<string, unknown>, where: string): AgentAssertions {
  const unknown = Object.keys(table).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    // Ignored, a misspelt `events` would turn a test into one that always passes.
    throw new ConfigError(`${keyPath(where, unknown)}: unknown key; expected outcome or events${didYouMean(unknown, KEYS)}`);
  }
  const { outcome, events = [] } = table;
  const place = keyPath(where, "events");
  if (!Array.isArray(events)) {
    throw new ConfigError(`${place}: expected an array of call and inbound entries, found ${shown(events)}`);
  }
  const steps = events.map((event, index) => eventStep(event, keyPath(place, index)));
  return outcome === undefined ? { steps } : { outcome: wantedOutcome(outcome, keyPath(where, "outcome")), steps };
}

function eventStep(source: unknown, where: string): EventStep {
  try {
    return stepOf<TraceEvent, Condition>(source, compileCondition);
  } catch (error) {
    throw new ConfigError(`${where}: ${reason(error)}`, { cause: error });
  }
}

function wantedOutcome(source: unknown, where: string): WantedOutcome {
  if (source === "completed" || source === "asserted") return source;
  if (typeof source === "object" && source !== null && Object.hasOwn(source, "exited")) {
    const { exited } = source as { exited: unknown };
    if (typeof exited === "string") return { exited };
  }
  throw new ConfigError(`${where}: expected "completed", "asserted" or { exited = "message" }, found ${shown(source)}`);
}

function tableAt(where: string, value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ConfigError(`${where}: expected a table, found ${shown(value)}`);
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
