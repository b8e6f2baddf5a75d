import { ok } from "node:assert/strict";
import { sseBench } from "./sse.ts";

/**
 * Above this a doubled line takes time as the square of its length (report P21). The bench's own bound for that row is tighter; it is
 * a goal for the benchmark run and not asserted here, because the ratio moves with the machine's caches and memory.
 */
const QUADRATIC = 4;

Deno.test("sseBench(): a doubled line does not take four times the time, and decoding at most twice the floor", async () => {
  const [doubling, decoding] = await sseBench();
  ok(doubling !== undefined && doubling.ratio < QUADRATIC, `${doubling?.name}: ${doubling?.ratio}`);
  ok(decoding !== undefined && decoding.ratio <= decoding.bound!, `${decoding?.name}: ${decoding?.ratio}`);
});
