/**
 * Formats a tick as `time-format` does: chrono's strftime dialect, always in UTC (facts §4.9).
 * @module
 */

/** The latest tick that chrono can hold, the end of the year 262142; later ones format as an empty text, as in the reference. */
const MAX_TICK_MS = 8_210_266_876_799_999;

/** The earliest tick that chrono can hold, the start of the year -262143. */
const MIN_TICK_MS = -8_334_601_228_800_000;

const MS_PER_DAY = 86_400_000;

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** One conversion: a padding modifier, then the specifier. A `%` that starts no such thing is ordinary text. */
const CONVERSION = /%([-_0])?(#z|:{0,3}z|\.[369]?f|[369]f|[A-Za-z%+])/g;

/** What a specifier stands for: text, or a number whose padding a modifier may change. */
type Field = string | NumberField;

interface NumberField {
  value: number;
  width: number;
  /** What fills up to `width` unless a modifier says otherwise; empty: nothing. */
  fill: "0" | " " | "";
  /** Years outside 0 to 9999 always carry their sign, which is not part of the width. */
  signed?: boolean;
}

/**
 * The tick `ms` (milliseconds since the Unix epoch) in the given format.
 *
 * All of chrono's conversions are known, with its padding modifiers `-`, `_` and `0` before numeric ones. Anything else after a `%`,
 * and a lone `%`, is copied as it stands: the reference fails the whole run there, which nobody wants from a log line.
 * `%#z`, which chrono knows for parsing only, is the offset in hours. `%C` of a year beyond four digits is the true century, where
 * chrono overflows.
 *
 * A tick that chrono cannot represent, or that is no number, gives an empty text. A fraction of a millisecond is cut off.
 */
export function strftime(ms: number, format: string): string {
  const tick = Math.floor(ms);
  if (!(tick >= MIN_TICK_MS && tick <= MAX_TICK_MS)) return "";
  const date = new Date(tick);
  return format.replace(CONVERSION, (whole: string, modifier: string | undefined, specifier: string) => {
    const field = convert(date, specifier);
    if (field === undefined) return whole;
    if (typeof field === "string") return modifier === undefined ? field : whole;
    return padded(field, modifier);
  });
}

/** The value of one specifier; `undefined` when there is no such specifier. */
function convert(date: Date, specifier: string): Field | undefined {
  switch (specifier) {
    // Dates.
    case "Y":
      return year(date.getUTCFullYear());
    case "C":
      return number(Math.floor(date.getUTCFullYear() / 100), 2);
    case "y":
      return number(floorMod(date.getUTCFullYear(), 100), 2);
    case "q":
      return number(Math.floor(date.getUTCMonth() / 3) + 1, 1);
    case "m":
      return number(date.getUTCMonth() + 1, 2);
    case "B":
      return MONTHS[date.getUTCMonth()];
    case "b":
    case "h":
      return MONTHS[date.getUTCMonth()]?.slice(0, 3);
    case "d":
      return number(date.getUTCDate(), 2);
    case "e":
      return number(date.getUTCDate(), 2, " ");
    case "A":
      return WEEKDAYS[date.getUTCDay()];
    case "a":
      return WEEKDAYS[date.getUTCDay()]?.slice(0, 3);
    case "w":
      return number(date.getUTCDay(), 1);
    case "u":
      return number(date.getUTCDay() || 7, 1);
    case "U":
      return number(weekOfYear(date, date.getUTCDay()), 2);
    case "W":
      return number(weekOfYear(date, (date.getUTCDay() + 6) % 7), 2);
    case "G":
      return year(isoWeek(date).year);
    case "g":
      return number(floorMod(isoWeek(date).year, 100), 2);
    case "V":
      return number(isoWeek(date).week, 2);
    case "j":
      return number(dayOfYear(date) + 1, 3);
    case "D":
    case "x":
      return join(date, "%m/%d/%y");
    case "F":
      return join(date, "%Y-%m-%d");
    case "v":
      return join(date, "%e-%b-%Y");

    // Times of day.
    case "H":
      return number(date.getUTCHours(), 2);
    case "k":
      return number(date.getUTCHours(), 2, " ");
    case "I":
      return number(date.getUTCHours() % 12 || 12, 2);
    case "l":
      return number(date.getUTCHours() % 12 || 12, 2, " ");
    case "P":
      return date.getUTCHours() < 12 ? "am" : "pm";
    case "p":
      return date.getUTCHours() < 12 ? "AM" : "PM";
    case "M":
      return number(date.getUTCMinutes(), 2);
    case "S":
      return number(date.getUTCSeconds(), 2);
    case "R":
      return join(date, "%H:%M");
    case "T":
    case "X":
      return join(date, "%H:%M:%S");
    case "r":
      return join(date, "%I:%M:%S %p");

    // Fractions of a second: `f` counts nanoseconds, the others are decimals.
    case "f":
      return number(date.getUTCMilliseconds() * 1_000_000, 9);
    case ".f":
      return date.getUTCMilliseconds() === 0 ? "" : `.${milliseconds(date)}`;
    case ".3f":
    case ".6f":
    case ".9f":
      return `.${milliseconds(date).padEnd(Number(specifier[1]), "0")}`;
    case "3f":
    case "6f":
    case "9f":
      return milliseconds(date).padEnd(Number(specifier[0]), "0");

    // The zone, which is always UTC.
    case "Z":
      return "UTC";
    case "z":
      return "+0000";
    case ":z":
      return "+00:00";
    case "::z":
      return "+00:00:00";
    case ":::z":
    case "#z":
      return "+00";

    // Both, and the rest.
    case "c":
      return join(date, "%a %b %e %T %Y");
    case "+":
      return join(date, "%Y-%m-%dT%H:%M:%S%.f%:z");
    case "s":
      return number(Math.floor(date.getTime() / 1000), 9, "");
    case "t":
      return "\t";
    case "n":
      return "\n";
    case "%":
      return "%";
    default:
      return undefined;
  }
}

/** A conversion that is short for several others. */
function join(date: Date, format: string): string {
  return strftime(date.getTime(), format);
}

function number(value: number, width: number, fill: NumberField["fill"] = "0"): NumberField {
  return { value, width, fill };
}

function year(value: number): NumberField {
  return { value, width: 4, fill: "0", signed: value < 0 || value > 9999 };
}

function padded(field: NumberField, modifier: string | undefined): string {
  const fill = modifier === undefined ? field.fill : modifier === "-" ? "" : modifier === "_" ? " " : "0";
  const digits = String(Math.abs(field.value));
  const sign = field.value < 0 ? "-" : field.signed ? "+" : "";
  const width = field.width + (field.signed ? 1 : 0);
  if (fill === "") return sign + digits;
  // Zeroes stand between the sign and the digits, spaces before both.
  return fill === "0" ? sign + digits.padStart(width - sign.length, "0") : (sign + digits).padStart(width, " ");
}

function milliseconds(date: Date): string {
  return String(date.getUTCMilliseconds()).padStart(3, "0");
}

/** The day of the year, from 0. */
function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - startOfYear(date.getUTCFullYear())) / MS_PER_DAY);
}

/** The week of the year whose weeks begin on the day from which `weekday` (0 to 6) counts; days before the first such day are in week 0. */
function weekOfYear(date: Date, weekday: number): number {
  return Math.floor((dayOfYear(date) + 7 - weekday) / 7);
}

/** The ISO 8601 week: the year and the number of the week that holds this week's Thursday. */
function isoWeek(date: Date): { year: number; week: number } {
  const thursday = new Date(date.getTime() + (3 - (date.getUTCDay() + 6) % 7) * MS_PER_DAY);
  return { year: thursday.getUTCFullYear(), week: Math.floor(dayOfYear(thursday) / 7) + 1 };
}

/** The tick at which a year begins; `Date.UTC` alone would take the years 0 to 99 for 1900 to 1999. */
function startOfYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

function floorMod(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
