import assert from "node:assert/strict";
import { abortable, pause, settlesWithin } from "./abortable.ts";

Deno.test("abortable() gives the promise's outcome, or the signal's reason when that comes first", async () => {
  const { signal } = new AbortController();
  assert.equal(await abortable(Promise.resolve(1), signal), 1);
  await assert.rejects(abortable(Promise.reject(new Error("own")), signal), /own/);
  await assert.rejects(abortable(new Promise(() => {}), AbortSignal.abort(new Error("before"))), /before/);
  const stop = new AbortController();
  const late = Promise.withResolvers<number>();
  const waiting = abortable(late.promise, stop.signal);
  stop.abort(new Error("during"));
  await assert.rejects(waiting, /during/);
  // A failure that nobody waits for any more is no unhandled rejection.
  late.reject(new Error("late"));
  await pause(0);
});

Deno.test("pause() ends early with its signal's reason", async () => {
  const stop = new AbortController();
  const waiting = pause(60_000, stop.signal);
  stop.abort(new Error("enough"));
  await assert.rejects(waiting, /enough/);
  await assert.rejects(pause(0, stop.signal), /enough/);
});

Deno.test("settlesWithin() tells whether a promise settled in time", async () => {
  assert.equal(await settlesWithin(Promise.resolve(), 1_000), true);
  assert.equal(await settlesWithin(Promise.reject(new Error("x")), 1_000), true);
  assert.equal(await settlesWithin(new Promise(() => {}), 1), false);
});
