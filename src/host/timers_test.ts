import assert from "node:assert/strict";
import { MAX_HANDLES } from "../protocol/mod.ts";
import { CLOCK_CHECK_MS, sleepUntil, Timers } from "./timers.ts";

/** Runs `body` with a wall clock that can be set, and gives the real one back. */
async function withClock(body: (set: (ms: number) => void) => Promise<void>): Promise<void> {
  const real = Date.now;
  let offset = 0;
  Date.now = () => real() + offset;
  try {
    await body((ms) => offset += ms);
  } finally {
    Date.now = real;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("Timers fires at its time, deregistered before, and once", async () => {
  const timers = new Timers();
  const at = Date.now() + 30;
  const fired: [number, boolean][] = [];
  timers.start("u", at, () => fired.push([Date.now(), timers.isOpen("u")]));
  assert.equal(timers.isOpen("u"), true);
  await pause(80);
  assert.equal(fired.length, 1);
  assert.ok(fired[0] !== undefined && fired[0][0] >= at);
  assert.equal(fired[0][1], false);
  assert.equal(timers.size, 0);
  assert.equal(timers.cancel("u"), false);
});

Deno.test("Timers fires in the order of the instants, then of the starts", async () => {
  const timers = new Timers();
  const now = Date.now();
  const fired: string[] = [];
  const starts: [string, number][] = [["c", 20], ["a", 10], ["d", 20], ["b", 10], ["past", -5], ["e", 20]];
  for (const [uuid, after] of starts) timers.start(uuid, now + after, () => fired.push(uuid));
  assert.deepEqual(fired, [], "never before start() returned");
  await pause(80);
  assert.deepEqual(fired, ["past", "a", "b", "c", "d", "e"]);
});

Deno.test("Timers.cancel() stops exactly the one, also among equals and from within a fire", async () => {
  const timers = new Timers();
  const at = Date.now() + 20;
  const fired: string[] = [];
  for (const uuid of ["a", "b", "c", "d"]) timers.start(uuid, at, () => fired.push(uuid));
  timers.start("first", at - 5, () => {
    fired.push("first");
    timers.cancel("c");
  });
  assert.equal(timers.cancel("b"), true);
  assert.equal(timers.cancel("b"), false);
  assert.equal(timers.cancel("nobody"), false);
  await pause(80);
  assert.deepEqual(fired, ["first", "a", "d"]);
});

Deno.test("Timers.cancelAll() leaves nothing behind, and the timers can be used again", async () => {
  const timers = new Timers();
  const fired: string[] = [];
  timers.start("a", Date.now() + 10, () => fired.push("a"));
  timers.cancelAll();
  assert.equal(timers.size, 0);
  timers.start("a", Date.now() + 10, () => fired.push("again"));
  await pause(60);
  assert.deepEqual(fired, ["again"]);
});

Deno.test("Timers re-arms a wait that is longer than a timeout can be", async () => {
  const timers = new Timers();
  let fired = 0;
  for (const wait of [2 ** 31 - 1, 2 ** 31, 365 * 86_400_000, 2 ** 64, Infinity]) {
    timers.start(String(wait), Date.now() + wait, () => fired++);
  }
  await pause(50);
  assert.equal(fired, 0);
  assert.equal(timers.size, 5);
  timers.cancelAll();
});

Deno.test("Timers waits for the wall clock to get there again when it is set back", async () => {
  await withClock(async (set) => {
    const timers = new Timers();
    let fired = 0;
    timers.start("u", Date.now() + 20, () => fired++);
    set(-100);
    await pause(60);
    assert.equal(fired, 0);
    await pause(150);
    assert.equal(fired, 1);
  });
});

Deno.test("Timers notices a clock that was set forward at its next look", async () => {
  await withClock(async (set) => {
    const timers = new Timers();
    let fired = 0;
    timers.start("day", Date.now() + 86_400_000, () => fired++);
    timers.start("soon", Date.now() + 20, () => fired++);
    set(2 * 86_400_000);
    // The earlier timer's look serves the later one too; without it, the look is CLOCK_CHECK_MS away at most.
    await pause(80);
    assert.equal(fired, 2);
    assert.ok(CLOCK_CHECK_MS < 2 ** 31);
  });
});

Deno.test("Timers refuses a handle that is open, a time that is none, and more than the bound", () => {
  const timers = new Timers();
  const at = Date.now() + 3_600_000;
  for (let count = 0; count < MAX_HANDLES; count++) timers.start(`u${count}`, at + count * 7919 % 1000, () => {});
  assert.throws(() => timers.start("one more", at, () => {}), /4096 timers are open/);
  assert.throws(() => timers.start("u0", at, () => {}), /u0: it is open already/);
  timers.cancel("u1");
  assert.throws(() => timers.start("u1", NaN, () => {}), /u1: its time is not a number/);
  timers.start("u1", at, () => {});
  for (let count = 0; count < MAX_HANDLES; count++) assert.equal(timers.cancel(`u${count}`), true);
  assert.equal(timers.size, 0);
});

Deno.test("Timers lets a timer start another of the same instant without starving the loop", async () => {
  const timers = new Timers();
  let fired = 0;
  const again = () => {
    if (++fired < 5) timers.start(`u${fired}`, Date.now(), again);
  };
  timers.start("u0", Date.now(), again);
  await pause(80);
  assert.equal(fired, 5);
});

Deno.test("an open timer does not keep the process alive", async () => {
  const module = new URL("./timers.ts", import.meta.url).href;
  const code = `import { Timers } from "${module}"; new Timers().start("u", Date.now() + 3_600_000, () => {});`;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--config", config, `data:text/typescript,${encodeURIComponent(code)}`],
    signal: AbortSignal.timeout(20_000),
  });
  const { code: status, stderr } = await command.output();
  assert.equal(status, 0, new TextDecoder().decode(stderr));
});

Deno.test("sleepUntil() resolves at its time, and at once for a past one", async () => {
  const { signal } = new AbortController();
  const at = Date.now() + 30;
  await sleepUntil(at, signal);
  assert.ok(Date.now() >= at);
  await sleepUntil(0, signal);
});

Deno.test("sleepUntil() ends with the signal's reason", async () => {
  const abort = new AbortController();
  const slept = sleepUntil(Date.now() + 365 * 86_400_000, abort.signal);
  setTimeout(() => abort.abort(new Error("reload requested")), 10);
  await assert.rejects(slept, { message: "reload requested" });
  await assert.rejects(sleepUntil(0, abort.signal), { message: "reload requested" });
});
