import { strictEqual } from "node:assert/strict";
import { BrainPool, DEFAULT_MEMORY_MB } from "../runtime/mod.ts";
import { spareBrain } from "./run.ts";

Deno.test("a spare process serves the first brain with the usual cap, and is gone with its pool", async () => {
  const pool = new BrainPool();
  const spare = spareBrain()!;
  pool.warmUp(spare);
  try {
    const process = await pool.acquire("agent", DEFAULT_MEMORY_MB);
    strictEqual(process.pid, spare.child.pid);
    strictEqual(process.runs, 0);
    pool.release("agent", process);
  } finally {
    await pool.close();
  }
  strictEqual((await spare.child.status).signal, "SIGKILL");
});

Deno.test("a spare process is of no use to a brain with another cap", async () => {
  const pool = new BrainPool();
  const spare = spareBrain()!;
  pool.warmUp(spare);
  try {
    const process = await pool.acquire("agent", 64);
    strictEqual(process.capMb, 64);
    strictEqual((await spare.child.status).signal, "SIGKILL");
    pool.release("agent", process);
  } finally {
    await pool.close();
  }
});
