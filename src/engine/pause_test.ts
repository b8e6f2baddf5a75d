import assert from "node:assert/strict";
import { aborted, pause } from "./pause.ts";

Deno.test("pause ends with its time, or with its signal; a time beyond what timers can hold does not end at once", async () => {
  await pause(1, new AbortController().signal);
  const given = new AbortController();
  const long = pause(1e12, given.signal);
  assert.equal(
    await Promise.race([long.then(() => "over"), pause(20, new AbortController().signal).then(() => "still waiting")]),
    "still waiting",
  );
  given.abort();
  await long;
  await pause(1e12, AbortSignal.abort());
});

Deno.test("aborted resolves for a signal that fired, and for one that fires", async () => {
  await aborted(AbortSignal.abort());
  const given = new AbortController();
  const waiting = aborted(given.signal);
  given.abort();
  await waiting;
});
