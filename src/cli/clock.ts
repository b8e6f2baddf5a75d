/**
 * Wall-clock time in microseconds.
 * @module
 */

/** The two clocks may differ by so much, in ms, before the wall clock counts as having been set: its own resolution is 1 ms. */
const MAX_DRIFT_MS = 2;

/** `performance.now()` plus this is the time since the Unix epoch, in ms. */
let offset = performance.timeOrigin;

/** The current time in microseconds since the Unix epoch. Follows the wall clock when that is set. */
export function nowMicros(): number {
  // The wall clock is read on both sides: the process may have stood still between two readings (seen on a busy machine).
  const before = Date.now();
  const fine = performance.now();
  const after = Date.now();
  const time = fine + offset;
  if (time < before - MAX_DRIFT_MS || time > after + MAX_DRIFT_MS) offset = after - fine;
  return Math.floor((fine + offset) * 1000);
}

/** A time in microseconds since the Unix epoch as RFC 3339 in UTC with six decimals: `2026-01-02T03:04:05.678901Z`. */
export function rfc3339Micros(micros: number): string {
  const millis = Math.floor(micros / 1000);
  const rest = micros - millis * 1000;
  return `${new Date(millis).toISOString().slice(0, -1)}${String(rest).padStart(3, "0")}Z`;
}
