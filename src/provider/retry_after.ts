/**
 * `Retry-After`, read strictly (RFC 9110 §10.2.3).
 * @module
 */

/** Longer than this nobody is kept waiting, in milliseconds: the failure is reported instead, with what the service asked for. */
export const MAX_RETRY_WAIT_MS = 60_000;

const HTTP_DATE = /^[A-Z][a-z]+, .*GMT$/;

/**
 * The milliseconds that a service asks to wait: a number of seconds, or a date, where one that has passed is 0. Undefined when the
 * header is absent or neither (`soon`, `-1`, `1e9`): the caller then backs off by itself, never retries at once.
 * `now` is the time in milliseconds since the epoch.
 */
export function retryAfterMs(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
