import { notStrictEqual, strictEqual } from "node:assert/strict";
import { reaper } from "../host/reaper.ts";
import { BrainPool } from "./brain_pool.ts";

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
