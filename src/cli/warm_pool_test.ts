import { strictEqual } from "node:assert/strict";
import { DEFAULT_MEMORY_MB } from "../runtime/mod.ts";
import { USUAL_MEMORY_MB, warmPool } from "./warm_pool.ts";

Deno.test("USUAL_MEMORY_MB is the runtimes' default", () => {
  strictEqual(USUAL_MEMORY_MB, DEFAULT_MEMORY_MB);
});

Deno.test("warmPool() hands its process to the first brain with the usual cap", async () => {
  const pool = warmPool();
  try {
    const process = await pool.acquire("agent", USUAL_MEMORY_MB);
    strictEqual(process.capMb, USUAL_MEMORY_MB);
    strictEqual(process.runs, 0);
    pool.release("agent", process);
  } finally {
    await pool.close();
  }
});
