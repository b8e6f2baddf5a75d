import { strictEqual } from "node:assert/strict";
import { retryAfterMs } from "./retry_after.ts";

const NOW = Date.UTC(2026, 0, 1);

/** P40: the header's value and the milliseconds that it means on 1 January 2026. */
const CASES: [string | null, number | undefined][] = [
  ["0", 0],
  ["2", 2000],
  [" 30 ", 30_000],
  ["Thu, 01 Jan 2026 00:00:05 GMT", 5000],
  ["Wed, 21 Oct 2015 07:28:00 GMT", 0],
  ["Wed, 21 Oct 2099 07:28:00 GMT", Date.UTC(2099, 9, 21, 7, 28) - NOW],
  ["soon", undefined],
  ["-1", undefined],
  ["1e9", undefined],
  ["1.5", undefined],
  ["2099-10-21", undefined],
  ["Sunday, no date GMT", undefined],
  ["", undefined],
  [null, undefined],
];

for (const [value, expected] of CASES) {
  Deno.test(`retryAfterMs(): P40 ${JSON.stringify(value)}`, () => strictEqual(retryAfterMs(value, NOW), expected));
}
