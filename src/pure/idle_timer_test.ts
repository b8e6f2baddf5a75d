import { ok, strictEqual } from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { IdleTimer } from "./idle_timer.ts";

/** A timer, and when it told that the peer is silent, in milliseconds from now. */
function timer(limitMs: number): { idle: IdleTimer; told: number[] } {
  const start = performance.now();
  const told: number[] = [];
  return { idle: new IdleTimer(limitMs, () => told.push(performance.now() - start)), told };
}

Deno.test("IdleTimer tells a wait that is too long, once", async () => {
  const { idle, told } = timer(50);
  idle.begin();
  await delay(300);
  strictEqual(told.length, 1);
  ok((told[0] ?? 0) >= 49);
  idle.stop();
});

Deno.test("IdleTimer does not add up short waits, nor count the time between waits", async () => {
  const { idle, told } = timer(400);
  for (let round = 0; round < 6; round++) {
    idle.begin();
    await delay(50);
    idle.end();
    await delay(50);
  }
  idle.end();
  await delay(450);
  strictEqual(told.length, 0);
  idle.stop();
});

Deno.test("IdleTimer with limit 0 waits for ever, until it is shortened", async () => {
  const { idle, told } = timer(0);
  idle.begin();
  await delay(30);
  strictEqual(told.length, 0);
  idle.shorten(20);
  idle.begin();
  await delay(200);
  strictEqual(told.length, 1);
  idle.stop();
});

Deno.test("IdleTimer.shorten() never lengthens", async () => {
  const { idle, told } = timer(30);
  idle.shorten(60_000);
  idle.begin();
  await delay(200);
  strictEqual(told.length, 1);
  idle.stop();
});
