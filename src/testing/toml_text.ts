/**
 * Plain data as TOML 1.1 that people go on editing: the keys of an entry stand below its header, and a list has an item a line. The
 * TOML package would write a header for every table of a tool's schema instead.
 * @module
 */

/** What TOML can hold of what JSON can: everything but null. */
export type TomlValue = string | number | boolean | TomlValue[] | { [key: string]: TomlValue };

/** True when every part of `value` can be written in TOML; JSON's null cannot. */
export function isTomlValue(value: unknown): value is TomlValue {
  if (Array.isArray(value)) return value.every(isTomlValue);
  if (typeof value === "object" && value !== null) return Object.values(value).every(isTomlValue);
  return typeof value === "string" || typeof value === "boolean" || typeof value === "number" && Number.isFinite(value);
}

/** A key or a dotted path of keys. */
export function tomlKey(...keys: string[]): string {
  return keys.map((key) => /^[A-Za-z0-9_-]+$/.test(key) ? key : quoted(key)).join(".");
}

/** `key = value` lines, `kind` first, then by key; lists and tables that are not empty take a line for each item (TOML 1.1). */
export function tomlLines(table: Readonly<Record<string, TomlValue>>): string {
  const keys = Object.keys(table).sort((a, b) => a === b ? 0 : a === "kind" || b !== "kind" && a < b ? -1 : 1);
  return keys.map((key) => `${tomlKey(key)} = ${block(table[key]!)}\n`).join("");
}

function block(value: TomlValue): string {
  if (typeof value !== "object" || Object.keys(value).length === 0) return inline(value);
  if (Array.isArray(value)) return `[\n${value.map((item) => `  ${inline(item)},\n`).join("")}]`;
  return `{\n${Object.keys(value).sort().map((key) => `  ${tomlKey(key)} = ${inline(value[key]!)},\n`).join("")}}`;
}

function inline(value: TomlValue): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value === "object") {
    const members = Object.keys(value).sort().map((key) => `${tomlKey(key)} = ${inline(value[key]!)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  if (typeof value === "string") return value.includes("\n") ? multiLine(value) : quoted(value);
  return typeof value === "number" ? numeral(value) : String(value);
}

/** A whole number beyond what a 64-bit integer holds exactly is a float in TOML. */
function numeral(value: number): string {
  const text = String(value);
  return Number.isSafeInteger(value) || /[.e]/.test(text) ? text : `${text}.0`;
}

/** JSON's escapes are TOML's, but for DEL; half a surrogate pair cannot be written at all. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll("\x7f", "\\u007f");
}

/** The first line end after the opening quotes is not part of the text; a quote stays as it is unless another or the end follows. */
function multiLine(text: string): string {
  const body = text.split("\n").map((line) => quoted(line).slice(1, -1).replaceAll('\\"', '"')).join("\n");
  return `"""\n${body.replaceAll(/"(?="|$)/g, '\\"')}"""`;
}
