import assert from "node:assert/strict";
import { Latest } from "./latest.ts";

Deno.test("Latest gives a waiting reader each value, and a slow one the newest", async () => {
  const latest = new Latest<number>(() => {});
  const reader = latest[Symbol.asyncIterator]();
  const waiting = reader.next();
  latest.put(1);
  assert.equal((await waiting).value, 1);
  for (const value of [2, 3, 4]) latest.put(value);
  assert.equal((await reader.next()).value, 4);
  latest.put(5);
  latest.end();
  latest.put(6);
  assert.equal((await reader.next()).done, true);
});

Deno.test("Latest tells when its reader stops", async () => {
  let stops = 0;
  const latest = new Latest<number>(() => stops++);
  latest.put(1);
  for await (const value of latest) {
    assert.equal(value, 1);
    break;
  }
  assert.equal(stops, 1);
});
