/**
 * When a cron schedule fires next: `wait-cron` and `sleep-cron` (facts §4.9, design §8).
 * @module
 */

import { Cron } from "croner";
import { reason } from "../config/errors.ts";

/** The longest schedule that is looked at. One that lists every second, minute, hour, day and month has about 600 characters. */
const MAX_SPEC_CHARS = 1_024;

/** What a field may hold. */
interface FieldRule {
  name: string;
  min: number;
  max: number;
  /** Three-letter names of the values, the first one for `min`. */
  names?: string[];
}

const SECOND: FieldRule = { name: "second", min: 0, max: 59 };
const MINUTE: FieldRule = { name: "minute", min: 0, max: 59 };
const HOUR: FieldRule = { name: "hour", min: 0, max: 23 };
const DAY_OF_MONTH: FieldRule = { name: "day of month", min: 1, max: 31 };
const MONTH: FieldRule = {
  name: "month",
  min: 1,
  max: 12,
  names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
};
const DAY_OF_WEEK: FieldRule = { name: "day of week", min: 0, max: 7, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] };
const YEAR: FieldRule = { name: "year", min: 1970, max: 9999 };

/** The two fields that together choose the day. */
const DAYS: readonly FieldRule[] = [DAY_OF_MONTH, DAY_OF_WEEK];

const SHORTHANDS = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

/**
 * The first moment after `fromMs` at which `spec` fires; both in milliseconds since the Unix epoch.
 *
 * `spec` has five fields (minute, hour, day of month, month, day of week), six (a second before them) or seven (a year behind
 * them, 1970 to 9999), or is one of `@yearly` `@annually` `@monthly` `@weekly` `@daily` `@midnight` `@hourly`. A field is a list of
 * `*`, values and ranges, each with an optional `/step`; months and days of the week have names too, and the two day fields may be
 * `?`, which is `*`. The rules are those of POSIX and of Vixie cron: 0 and 7 are Sunday; when both day fields are restricted, a day
 * that either of them names will do; when one of them begins with `*`, both must agree, which makes `*` itself mean "any".
 * All times are UTC, so no summer time skips a run or doubles it.
 *
 * The search ends at the year 9999 and takes some 80 ms at the most.
 * @throws {Error} `invalid cron spec "…": …` with the field, what was found and what it may be, or
 * `cron schedule yields no future fire time` for one such as `0 0 31 2 *`
 */
export function nextFire(spec: string, fromMs: number): number {
  const schedule = parse(spec);
  const from = new Date(fromMs);
  // A moment that no `Date` can hold is beyond every schedule.
  const next = Number.isNaN(from.getTime()) ? null : schedule.nextRun(from);
  if (next === null) throw new Error("cron schedule yields no future fire time");
  return next.getTime();
}

function parse(spec: string): Cron {
  try {
    if (spec.length > MAX_SPEC_CHARS) throw new Error(`more than ${MAX_SPEC_CHARS} characters`);
    const pattern = SHORTHANDS.get(spec.trim()) ?? spec.trim();
    const fields = pattern.split(/\s+/);
    const rules = rulesFor(pattern, fields.length);
    for (const [index, rule] of rules.entries()) checkField(rule, fields[index] ?? "");
    return new Cron(fields.join(" "), {
      // Nothing is scheduled here: the host's timers wait.
      paused: true,
      utcOffset: 0,
      // `5/15` is in use, though not in POSIX; `checkField` has refused the forms that would be guesses, such as `/15`.
      sloppyRanges: true,
      domAndDow: DAYS.some((rule) => /^[*?]/.test(fields[rules.indexOf(rule)] ?? "")),
    });
  } catch (error) {
    const shown = spec.length > MAX_SPEC_CHARS ? `${spec.slice(0, 40)}…` : spec;
    throw new Error(`invalid cron spec ${JSON.stringify(shown)}: ${reason(error)}`, { cause: error });
  }
}

function rulesFor(pattern: string, count: number): FieldRule[] {
  const five = [MINUTE, HOUR, DAY_OF_MONTH, MONTH, DAY_OF_WEEK];
  if (count === 5) return five;
  if (count === 6) return [SECOND, ...five];
  if (count === 7) return [SECOND, ...five, YEAR];
  if (pattern.startsWith("@")) throw new Error(`unknown shorthand; known are ${[...SHORTHANDS.keys()].join(", ")}`);
  throw new Error(`expected 5, 6 or 7 fields, found ${pattern === "" ? 0 : count}`);
}

/** Checks a field before the library does, which would accept more than documented and name some values one off. */
function checkField(rule: FieldRule, field: string): void {
  for (const item of field.split(",")) {
    const [range = "", step, ...more] = item.split("/");
    if (more.length > 0 || (step !== undefined && !isNumber(step, 1, rule.max))) {
      throw new Error(
        `${rule.name} has the step ${quote(item.slice(range.length + 1))}, expected a number from 1 to ${rule.max}`,
      );
    }
    if (range === "*") continue;
    if (range === "?") {
      if (DAYS.includes(rule) && item === "?" && field === "?") continue;
      throw new Error(`${rule.name} is ${quote(field)}: "?" may only stand alone and for one of the days`);
    }
    const ends = range.split("-");
    const [from = NaN, to = from] = ends.map((text) => valueOf(rule, text));
    if (ends.length > 2 || Number.isNaN(from) || Number.isNaN(to)) {
      throw new Error(`${rule.name} is ${quote(range)}, expected ${valuesOf(rule)}`);
    }
    // `fri-sun` means what it says: by name, Sunday is the end of a week as well as its beginning.
    const last = rule === DAY_OF_WEEK && ends[1]?.toLowerCase() === "sun" ? 7 : to;
    if (from > last) throw new Error(`${rule.name} has the range ${quote(range)}, which ends before it begins`);
  }
}

function valueOf(rule: FieldRule, text: string): number {
  if (isNumber(text, rule.min, rule.max)) return Number(text);
  const index = rule.names?.indexOf(text.toLowerCase()) ?? -1;
  return index < 0 ? NaN : index + rule.min;
}

function isNumber(text: string, min: number, max: number): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max;
}

function valuesOf(rule: FieldRule): string {
  const { min, max, names } = rule;
  return names === undefined ? `${min} to ${max}` : `${min} to ${max} or ${names[0]} to ${names.at(-1)}`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
