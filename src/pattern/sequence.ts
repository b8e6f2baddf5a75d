/**
 * Ordered subsequences: the rule by which assertions follow a trace and array patterns an array (facts §10.3).
 * @module
 */

/** Something that a value may match. */
export interface Matcher<T> {
  /** Whether it does. */
  matches(value: T): boolean;
  /** For people. */
  toString(): string;
}

/** One step of a sequence. */
export interface SequenceStep<T, M extends Matcher<T> = Matcher<T>> {
  /** `match` and `until` take the next value that matches, over others; `while` takes a run of values that match, which may be empty. */
  kind: "match" | "while" | "until";
  /** What a value is held against. */
  inner: M;
  /** For people: the inner matcher, or `{$while = …}`. */
  toString(): string;
}

/**
 * A step from its source: an object with `$while` or `$until` wraps what is under that key, and its other keys are ignored; anything
 * else is itself to be matched. `$while` is looked for first.
 * @param compile compiles what is to be matched
 * @throws what `compile` throws
 */
export function stepOf<T, M extends Matcher<T> = Matcher<T>>(
  source: unknown,
  compile: (source: unknown) => M,
): SequenceStep<T, M> {
  for (const kind of ["while", "until"] as const) {
    const wrapped = sentinel(source, `$${kind}`);
    if (wrapped === undefined) continue;
    const inner = compile(wrapped.value);
    return { kind, inner, toString: () => `{$${kind} = ${inner}}` };
  }
  const inner = compile(source);
  return { kind: "match", inner, toString: () => String(inner) };
}

/** What is under a sentinel key of `source`; nothing when it is no object or has no such key. */
export function sentinel(source: unknown, key: "$while" | "$until"): { value: unknown } | undefined {
  if (typeof source !== "object" || source === null || Array.isArray(source) || !Object.hasOwn(source, key)) return undefined;
  return { value: (source as Record<string, unknown>)[key] };
}

/** How far a sequence has got. Each value is looked at once per step that it moves over, so the whole is linear. */
export class SequenceCursor<T> {
  readonly #steps: readonly SequenceStep<T>[];
  /** The first step of the tail that consists of `while` steps alone, which want nothing. */
  readonly #end: number;
  #index = 0;

  /** At the first of `steps`. */
  constructor(steps: readonly SequenceStep<T>[]) {
    this.#steps = steps;
    this.#end = steps.findLastIndex((step) => step.kind !== "while") + 1;
  }

  /** The sequence wants nothing more. */
  get isDone(): boolean {
    return this.#index >= this.#end;
  }

  /** The number of the present step, from 0. */
  get index(): number {
    return this.#index;
  }

  /** The steps that are left. */
  get remaining(): readonly SequenceStep<T>[] {
    return this.#steps.slice(this.#index);
  }

  /** Takes the next value. After the end it changes nothing. */
  feed(value: T): void {
    while (!this.isDone) {
      const step = this.#steps[this.#index];
      if (step === undefined) return;
      const matches = step.inner.matches(value);
      if (step.kind !== "while") {
        if (matches) this.#index++;
        return;
      }
      if (matches) return;
      // The run is over; the same value may be what the next step waits for.
      this.#index++;
    }
  }
}
