import { match, ok, strictEqual } from "node:assert/strict";
import { nowMicros, rfc3339Micros } from "./clock.ts";

Deno.test("rfc3339Micros() has six decimals and Z", () => {
  strictEqual(rfc3339Micros(0), "1970-01-01T00:00:00.000000Z");
  strictEqual(rfc3339Micros(1_767_323_045_678_901), "2026-01-02T03:04:05.678901Z");
  match(rfc3339Micros(nowMicros()), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
});

Deno.test("nowMicros() keeps to the wall clock and never goes back while that is not set", () => {
  let last = 0;
  for (let i = 0; i < 1000; i++) {
    const now = nowMicros();
    ok(now >= last);
    last = now;
  }
  ok(Math.abs(last / 1000 - Date.now()) < 10);
});
