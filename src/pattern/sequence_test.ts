import assert from "node:assert/strict";
import { SequenceCursor, stepOf } from "./sequence.ts";

/** A cursor over steps whose values are letters; `*x` is a `$while`, `>x` a `$until`. */
function cursor(...steps: string[]): SequenceCursor<string> {
  return new SequenceCursor(steps.map((text) => {
    const compile = (source: unknown) => ({ matches: (value: string) => value === source });
    if (text.startsWith("*")) return stepOf({ $while: text.slice(1) }, compile);
    if (text.startsWith(">")) return stepOf({ $until: text.slice(1) }, compile);
    return stepOf(text, compile);
  }));
}

function isDoneAfter(values: string, ...steps: string[]): boolean {
  const subject = cursor(...steps);
  for (const value of values) subject.feed(value);
  return subject.isDone;
}

Deno.test("SequenceCursor is done from the start when nothing is wanted", () => {
  assert.ok(cursor().isDone);
  assert.ok(cursor("*a", "*b").isDone);
  assert.ok(!cursor("a").isDone);
});

Deno.test("SequenceCursor skips what is not listed and keeps the order", () => {
  assert.ok(isDoneAfter("xaybz", "a", "b"));
  assert.ok(!isDoneAfter("ba", "a", "b"));
  assert.ok(!isDoneAfter("a", "a", "a"));
  assert.ok(isDoneAfter("xxa", ">a"));
});

Deno.test("SequenceCursor ends a run at the first other value, which the next step sees", () => {
  assert.ok(isDoneAfter("aaab", "*a", "b"));
  assert.ok(isDoneAfter("b", "*a", "*c", "b"));
  // The run takes the value that the next step waits for.
  assert.ok(!isDoneAfter("aaa", "*a", "a"));
  // After the run's end a later look-alike is not part of it.
  assert.ok(isDoneAfter("axab", "*a", "b"));
});

Deno.test("SequenceCursor tells what is left, and ignores values after its end", () => {
  const subject = cursor("a", "b", "*c");
  subject.feed("a");
  assert.equal(subject.index, 1);
  assert.equal(subject.remaining.length, 2);
  for (const value of "bbcx") subject.feed(value);
  assert.equal(subject.index, 2);
  assert.ok(subject.isDone);
});
