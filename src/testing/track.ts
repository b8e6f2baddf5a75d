/**
 * One agent's trace, followed against what is asserted of it.
 * @module
 */

import { type Mismatch, SequenceCursor } from "../pattern/mod.ts";
import type { TraceEvent } from "../protocol/mod.ts";
import type { EventStep } from "./assertions.ts";

/** How many entries before the cursor's last step are kept: enough to see what came too early. */
const KEPT_BEFORE = 16;

/** How many entries since the cursor's last step are kept, to be shown. An entry may hold a whole conversation, so they are few. */
const KEPT_AFTER = 12;

/** The first entry since the cursor's last step that tells why the awaited one did not come. */
export type Break =
  & {
    /** The entry. */
    event: TraceEvent;
  }
  & ({
    /** It has the awaited kind and name, but not the detail. */
    kind: "detail";
    /** What does not match. */
    mismatches: Mismatch[];
  } | {
    /** It is what was awaited, but a `$while` before took it. */
    kind: "taken";
    /** The number of the `$while`, from 0. */
    step: number;
  } | {
    /** It is what a later step waits for. */
    kind: "early";
    /** The number of that step, from 0. */
    step: number;
  });

/**
 * See the module. Each entry is looked at once, with at most one look at each step that is left, and few are kept: a trace of any
 * length takes linear time and bounded memory.
 */
export class Track {
  /** What is asserted. */
  readonly steps: readonly EventStep[];
  readonly #cursor: SequenceCursor<TraceEvent>;
  #before: TraceEvent[] = [];
  #after: TraceEvent[] = [];
  #dropped = 0;
  #break: Break | undefined;

  /** At the first of `steps`. */
  constructor(steps: readonly EventStep[]) {
    this.steps = steps;
    this.#cursor = new SequenceCursor(steps);
  }

  /** Everything that is asserted was seen. */
  get isDone(): boolean {
    return this.#cursor.isDone;
  }

  /** The number of the step that the cursor stands at, from 0. */
  get index(): number {
    return this.#cursor.index;
  }

  /** The number of the step that an entry must come for: the cursor's, or the first after it that may not be empty; -1 at the end. */
  get awaited(): number {
    return this.steps.findIndex((step, index) => index >= this.index && step.kind !== "while");
  }

  /** The last entries up to the one that the cursor took last, that one included. */
  get before(): readonly TraceEvent[] {
    return this.#before;
  }

  /** The first entries since. */
  get after(): readonly TraceEvent[] {
    return this.#after;
  }

  /** How many entries came since and are not in `after`. */
  get dropped(): number {
    return this.#dropped;
  }

  /** What broke the order, if something did. */
  get firstBreak(): Break | undefined {
    return this.#break;
  }

  /** Takes the agent's next call or received event. After the end it changes nothing. */
  feed(event: TraceEvent): void {
    if (this.isDone) return;
    const index = this.index;
    this.#cursor.feed(event);
    const isTaken = this.index > index && this.steps[this.index - 1]?.kind !== "while";
    if (isTaken) {
      this.#before = [...this.#before, ...this.#after, event].slice(-KEPT_BEFORE);
      this.#after = [];
      this.#dropped = 0;
      this.#break = undefined;
      return;
    }
    if (this.#after.length < KEPT_AFTER) this.#after.push(event);
    else this.#dropped++;
    this.#break ??= this.#breakBy(event);
  }

  #breakBy(event: TraceEvent): Break | undefined {
    const awaited = this.awaited;
    const inner = this.steps[awaited]?.inner;
    const mismatches = inner?.nearMiss(event);
    if (mismatches !== undefined) return { kind: "detail", event, mismatches };
    if (inner?.matches(event)) return { kind: "taken", event, step: this.index };
    const later = this.steps.findIndex((step, index) => index > awaited && step.kind !== "while" && step.inner.matches(event));
    return later < 0 ? undefined : { kind: "early", event, step: later };
  }
}
