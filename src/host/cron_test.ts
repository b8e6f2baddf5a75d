import assert from "node:assert/strict";
import { nextFire } from "./cron.ts";

/** The next `count` times after `from`, in UTC without the zone. */
function fires(spec: string, from: string, count: number): string[] {
  const times: string[] = [];
  let at = Date.parse(`${from}Z`);
  while (times.length < count) {
    at = nextFire(spec, at);
    times.push(new Date(at).toISOString().replace(/:00\.000Z$|\.000Z$/, ""));
  }
  return times;
}

Deno.test("nextFire() knows five, six and seven fields", () => {
  assert.deepEqual(fires("30 9 * * *", "2025-01-01T09:30", 2), ["2025-01-02T09:30", "2025-01-03T09:30"]);
  assert.deepEqual(fires("*/20 * * * * *", "2025-01-01T00:00", 2), ["2025-01-01T00:00:20", "2025-01-01T00:00:40"]);
  assert.deepEqual(fires("5 0 0 1 1 * 2027-2099/2", "2025-01-01T00:00", 2), ["2027-01-01T00:00:05", "2029-01-01T00:00:05"]);
  assert.deepEqual(fires("  0\t0  1 jan *\n", "2025-01-01T00:00", 1), ["2026-01-01T00:00"]);
});

Deno.test("nextFire() is after the given moment, fractions included", () => {
  const noon = Date.UTC(2025, 0, 1, 12);
  assert.equal(nextFire("* * * * * *", noon), noon + 1000);
  assert.equal(nextFire("* * * * * *", noon + 1), noon + 1000);
  assert.equal(nextFire("* * * * * *", noon - 1), noon);
});

Deno.test("nextFire() counts the days of the week as POSIX does, and as names", () => {
  // 2025-01-05 is a Sunday.
  for (const sunday of ["0", "7", "sun", "SUN", "0,7", "7-7"]) {
    assert.deepEqual(fires(`0 0 * * ${sunday}`, "2025-01-01T00:00", 2), ["2025-01-05T00:00", "2025-01-12T00:00"], sunday);
  }
  const weekend = ["2025-01-03T00:00", "2025-01-04T00:00", "2025-01-05T00:00", "2025-01-10T00:00"];
  for (const range of ["5-7", "fri-sun", "Fri-7", "5,6,0"]) {
    assert.deepEqual(fires(`0 0 * * ${range}`, "2025-01-01T00:00", 4), weekend, range);
  }
  assert.deepEqual(fires("0 0 * * mon-wed", "2025-01-01T12:00", 2), ["2025-01-06T00:00", "2025-01-07T00:00"]);
  for (const every of ["0-6", "0-7", "1-7", "sun-sat", "mon-sun", "*", "?"]) {
    assert.deepEqual(fires(`0 0 * * ${every}`, "2025-01-01T00:00", 2), ["2025-01-02T00:00", "2025-01-03T00:00"], every);
  }
});

Deno.test("nextFire() takes either day when both are restricted, and both when one begins with a star", () => {
  assert.deepEqual(fires("0 0 13 * 5", "2025-01-01T00:00", 4), [
    "2025-01-03T00:00",
    "2025-01-10T00:00",
    "2025-01-13T00:00",
    "2025-01-17T00:00",
  ]);
  assert.deepEqual(fires("0 0 13 * ?", "2025-01-01T00:00", 2), ["2025-01-13T00:00", "2025-02-13T00:00"]);
  assert.deepEqual(fires("0 0 ? * 5", "2025-01-01T00:00", 2), ["2025-01-03T00:00", "2025-01-10T00:00"]);
  assert.deepEqual(fires("0 0 */2 * 5", "2025-01-01T00:00", 3), ["2025-01-03T00:00", "2025-01-17T00:00", "2025-01-31T00:00"]);
  assert.deepEqual(fires("0 0 0 1 * */2 *", "2025-01-01T00:00", 2), ["2025-02-01T00:00", "2025-03-01T00:00"]);
});

Deno.test("nextFire() handles leap days, months of different lengths and steps from a value", () => {
  assert.deepEqual(fires("0 0 29 2 *", "2025-01-01T00:00", 2), ["2028-02-29T00:00", "2032-02-29T00:00"]);
  assert.deepEqual(fires("0 0 31 * *", "2025-01-31T00:00", 2), ["2025-03-31T00:00", "2025-05-31T00:00"]);
  assert.deepEqual(fires("50/5 23 31 12 *", "2025-12-31T23:50", 2), ["2025-12-31T23:55", "2026-12-31T23:50"]);
});

Deno.test("nextFire() knows the shorthands", () => {
  const first: Record<string, string> = {
    "@yearly": "2026-01-01T00:00",
    "@annually": "2026-01-01T00:00",
    "@monthly": "2025-02-01T00:00",
    "@weekly": "2025-01-05T00:00",
    "@daily": "2025-01-02T00:00",
    "@midnight": "2025-01-02T00:00",
    "@hourly": "2025-01-01T01:00",
  };
  for (const [shorthand, at] of Object.entries(first)) assert.deepEqual(fires(shorthand, "2025-01-01T00:00", 1), [at], shorthand);
});

Deno.test("nextFire() neither skips nor doubles a run where a zone changes its clock", () => {
  // The nights of summer time in New York and Cairo; all times are UTC.
  assert.deepEqual(fires("30 2 * * *", "2025-03-08T12:00", 2), ["2025-03-09T02:30", "2025-03-10T02:30"]);
  assert.deepEqual(fires("30 1 * * *", "2025-11-01T12:00", 2), ["2025-11-02T01:30", "2025-11-03T01:30"]);
  assert.deepEqual(fires("0 */2 * * *", "2025-04-24T21:00", 3), ["2025-04-24T22:00", "2025-04-25T00:00", "2025-04-25T02:00"]);
});

Deno.test("nextFire() gives up on a schedule that never fires", () => {
  const now = Date.UTC(2025, 0, 1);
  const started = performance.now();
  for (
    const spec of [
      "0 0 31 2 *",
      "0 0 30 feb ?",
      "0 0 31 4,6,9,11 *",
      "0 0 0 1 1 * 2020",
      "0 0 0 31 2 * 2025-9999",
      "0 0 0 29 2 * 2100",
    ]
  ) {
    assert.throws(() => nextFire(spec, now), { message: "cron schedule yields no future fire time" }, spec);
  }
  for (const from of [8.64e15, 1e30, Infinity, NaN]) {
    assert.throws(() => nextFire("* * * * *", from), { message: "cron schedule yields no future fire time" });
  }
  assert.ok(performance.now() - started < 5_000);
});

Deno.test("nextFire() names what is wrong with a schedule", () => {
  const faults: Record<string, RegExp> = {
    "": /expected 5, 6 or 7 fields, found 0$/,
    "* * * *": /found 4$/,
    "* * * * * * * *": /found 8$/,
    "2025-05-05T00:00:00Z": /found 1$/,
    "@every 5s": /unknown shorthand; known are @yearly, .*@hourly$/,
    "@Daily": /unknown shorthand/,
    "@reboot": /unknown shorthand/,
    "60 * * * * *": /second is "60", expected 0 to 59$/,
    "60 * * * *": /minute is "60", expected 0 to 59$/,
    "* 24 * * *": /hour is "24", expected 0 to 23$/,
    "* * 32 * *": /day of month is "32", expected 1 to 31$/,
    "* * 0 * *": /day of month is "0"/,
    "* * * 13 *": /month is "13", expected 1 to 12 or jan to dec$/,
    "* * * january *": /month is "january"/,
    "* * * fri *": /month is "fri"/,
    "* * * * 8": /day of week is "8", expected 0 to 7 or sun to sat$/,
    "0 0 0 1 1 * 1969": /year is "1969", expected 1970 to 9999$/,
    "-5 * * * *": /minute is "-5"/,
    "5- * * * *": /minute is "5-"/,
    "1-5-7 * * * *": /minute is "1-5-7"/,
    "*-5 * * * *": /minute is "\*-5"/,
    "1.5 * * * *": /minute is "1.5"/,
    "1e1 * * * *": /minute is "1e1"/,
    "1,,2 * * * *": /minute is ""/,
    "0x1 * * * *": /minute is "0x1"/,
    "９ * * * *": /minute is "９"/,
    "30-10 * * * *": /minute has the range "30-10", which ends before it begins$/,
    "0 0 * * 5-0": /day of week has the range "5-0"/,
    "*/0 * * * *": /minute has the step "0", expected a number from 1 to 59$/,
    "*/60 * * * *": /minute has the step "60"/,
    "/5 * * * *": /minute is ""/,
    "*/ * * * *": /minute has the step ""/,
    "1/2/3 * * * *": /minute has the step "2\/3"/,
    "? * * * *": /minute is "\?": "\?" may only stand alone and for one of the days$/,
    "0 0 ?/2 * *": /day of month is "\?\/2"/,
    "0 0 ?,5 * *": /day of month is "\?,5"/,
    "0 0 L * *": /day of month is "L"/,
    "0 0 15W * *": /day of month is "15W"/,
    "0 0 * * 5#2": /day of week is "5#2"/,
    "__proto__ * * * *": /minute is "__proto__"/,
  };
  for (const [spec, detail] of Object.entries(faults)) {
    assert.throws(() => nextFire(spec, 0), (error: Error) => {
      assert.ok(error.message.startsWith(`invalid cron spec ${JSON.stringify(spec)}: `), error.message);
      assert.match(error.message, detail);
      return true;
    });
  }
});

Deno.test("nextFire() refuses a huge schedule without reading or repeating it", () => {
  assert.throws(() => nextFire("1,".repeat(1_000_000) + "1 * * * *", 0), (error: Error) => {
    assert.match(error.message, /^invalid cron spec ".{40}…": more than 1024 characters$/);
    return true;
  });
});
