/**
 * Gates: a step of a mock's script may wait until the trace has shown something (`after`).
 * @module
 */

import type { TraceFeed } from "../protocol/mod.ts";
import { compileCondition, type Condition } from "./condition.ts";
import { sentinel } from "./sequence.ts";

/** What a step waits for. */
export interface Gate {
  /**
   * Resolves once the gate is open, at once when it was opened before.
   * @throws the signal's reason when it fires first
   */
  pass(signal: AbortSignal): Promise<void>;
}

/**
 * The gates of one mock. A gate opens at the first entry of the trace that meets its condition, from whichever agent and whenever
 * in the run, and stays open: gates take nothing from each other, and one may look at what happened before its step was reached.
 * As all conditions are known before the run begins, that takes no log of the trace, only one flag for each gate.
 */
export class GateSet {
  readonly #warn: (message: string) => void;
  readonly #closed = new Set<ConditionGate>();
  #hasTrace = false;
  #hasWarned = false;

  /** Without gates. `warn` hears once when a gate is reached and there is no trace to watch. */
  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  /**
   * Makes a gate. Absent and `"start"` are open; a `call` or `inbound` condition, alone or under `$while` or `$until`, opens at the
   * first entry that meets it.
   * @param after the step's key, as parsed from the config
   * @param where the key's config path, by which `waiting` names it
   * @throws {TypeError} when it is anything else
   */
  gate(after: unknown, where = "after"): Gate {
    if (after === undefined || after === "start") return { pass: (signal) => Promise.resolve(signal.throwIfAborted()) };
    if (typeof after !== "object" || after === null) {
      throw new TypeError(`\`after\` must be "start" or a pattern, got ${JSON.stringify(after)}`);
    }
    const inner = sentinel(after, "$while") ?? sentinel(after, "$until") ?? { value: after };
    const gate = new ConditionGate(compileCondition(inner.value), where, () => this.#enter());
    this.#closed.add(gate);
    return gate;
  }

  /** Watches the trace from now on, for as long as a gate is closed. */
  attach(trace: TraceFeed): void {
    this.#hasTrace = true;
    if (this.#closed.size === 0) return;
    const stop = trace.listen((event) => {
      for (const gate of this.#closed) {
        if (!gate.condition.matches(event)) continue;
        this.#closed.delete(gate);
        gate.open();
      }
      if (this.#closed.size === 0) stop();
    });
  }

  /** The closed gates that somebody waits at now, one line each: the config path and what it waits for. */
  waiting(): string[] {
    return [...this.#closed].filter(({ waiters }) => waiters > 0).map(({ where, condition }) =>
      `${where} waits for ${condition}`
    );
  }

  /** A gate was reached: without a trace none would ever open, so all do. */
  #enter(): void {
    if (this.#hasTrace) return;
    if (!this.#hasWarned) this.#warn("a step has an `after` pattern, but there is no trace to watch: it fires at once");
    this.#hasWarned = true;
    for (const gate of this.#closed) gate.open();
    this.#closed.clear();
  }
}

class ConditionGate implements Gate {
  readonly condition: Condition;
  readonly where: string;
  /** How many steps stand before it. */
  waiters = 0;
  readonly #onEnter: () => void;
  readonly #opened = Promise.withResolvers<void>();

  constructor(condition: Condition, where: string, onEnter: () => void) {
    this.condition = condition;
    this.where = where;
    this.#onEnter = onEnter;
  }

  open(): void {
    this.#opened.resolve();
  }

  async pass(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#onEnter();
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    this.waiters++;
    try {
      await Promise.race([this.#opened.promise, aborted.promise]);
    } finally {
      this.waiters--;
      signal.removeEventListener("abort", onAbort);
    }
  }
}
