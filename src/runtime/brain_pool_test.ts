import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict";
import { defaultTunables } from "../config/mod.ts";
import { Agent, LocalBus, TraceHub } from "../host/mod.ts";
import { reaper } from "../host/reaper.ts";
import { BrainPool } from "./brain_pool.ts";
import { BrainRun } from "./brain_run.ts";
import type { Program } from "./program.ts";
import { spawnBrain } from "./spawn_brain.ts";

const CAP_MB = 128;

async function withPool(pool: BrainPool, body: (pool: BrainPool) => Promise<void>): Promise<void> {
  await body(pool);
  await pool.close();
  await reaper.close();
}

Deno.test("BrainPool keeps one idle process for each key, until it is forgotten", async () => {
  await withPool(new BrainPool(), async (pool) => {
    const process = await pool.acquire("a", CAP_MB);
    pool.release("a", process);
    strictEqual(await pool.acquire("a", CAP_MB), process);
    pool.release("a", process);
    pool.forget("a");
    const next = await pool.acquire("a", CAP_MB);
    notStrictEqual(next, process);
    pool.release("a", next);
  });
});

Deno.test("BrainPool that is shared gives any idle process of the right cap, and keeps so many", async () => {
  await withPool(new BrainPool({ shared: 2 }), async (pool) => {
    const [one, two, three] = [await pool.acquire("a", CAP_MB), await pool.acquire("b", CAP_MB), await pool.acquire("a", CAP_MB)];
    for (const process of [one, two, three]) pool.release("a", process!);
    await three!.gone;
    pool.forget("a");
    const other = await pool.acquire("c", CAP_MB * 2);
    strictEqual([one, two].includes(other), false);
    const again = [await pool.acquire("x", CAP_MB), await pool.acquire("y", CAP_MB)];
    strictEqual(again.includes(one!) && again.includes(two!), true);
    for (const process of [other, ...again]) pool.release("z", process);
  });
});

Deno.test("BrainPool that is shared replaces a process that died", async () => {
  await withPool(new BrainPool({ shared: 1 }), async (pool) => {
    const [one, two] = [await pool.acquire("a", CAP_MB), await pool.acquire("a", CAP_MB)];
    pool.release("a", one!);
    one!.kill();
    await one!.gone;
    pool.release("a", two!);
    strictEqual(await pool.acquire("a", CAP_MB), two);
    pool.release("a", two!);
  });
});

Deno.test("BrainPool gives the spare while it starts, and the run waits for it", async () => {
  await withPool(new BrainPool(), async (pool) => {
    pool.warmUp(spawnBrain(CAP_MB));
    const process = await pool.acquire("a", CAP_MB);
    let ready = false;
    process.ready.then(() => ready = true, () => {});
    await Promise.resolve();
    strictEqual(ready, false, "it is given before it says that it is ready");
    const shared = { providers: new Map(), toolings: new Map(), bus: new LocalBus(), trace: new TraceHub() };
    const agent = new Agent("a", { ...shared, tunables: defaultTunables() }, []);
    const program: Program = { ref: { kind: "js", filename: "a.js" }, script: `"hello"`, checks: false };
    const run = new BrainRun(process, agent, program, { op: "run", number: 1 });
    deepStrictEqual(await run.ended, { kind: "done", message: "hello" });
    pool.release("a", process);
  });
});
