/**
 * One agent's trace, followed against what is asserted of it.
 * @module
 */

import { SequenceCursor } from "../pattern/mod.ts";
import type { TraceEvent } from "../protocol/mod.ts";
import type { EventStep } from "./assertions.ts";

/** How many entries before the cursor's last step are kept to explain a failure: enough to see what came too early. */
const KEPT_BEFORE = 32;

/** How many entries since the cursor's last step are kept: what broke the order is the first of its kind, so the first ones matter. */
const KEPT_AFTER = 256;

/** See the module. Each entry is looked at once and few are kept, so a trace of any length takes linear time and bounded memory. */
export class Track {
  /** What is asserted. */
  readonly steps: readonly EventStep[];
  readonly #cursor: SequenceCursor<TraceEvent>;
  #before: TraceEvent[] = [];
  #after: TraceEvent[] = [];
  #dropped = 0;

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

  /** Takes the agent's next call or received event. After the end it changes nothing. */
  feed(event: TraceEvent): void {
    if (this.isDone) return;
    const index = this.index;
    this.#cursor.feed(event);
    if (this.#after.length < KEPT_AFTER) this.#after.push(event);
    else this.#dropped++;
    if (this.index === index || this.steps[this.index - 1]?.kind === "while") return;
    // The dropped ones lie before the event that was taken, so this keeps its place at the end.
    this.#before = [...this.#before, ...this.#after.filter((kept) => kept !== event), event].slice(-KEPT_BEFORE);
    this.#after = [];
    this.#dropped = 0;
  }
}
