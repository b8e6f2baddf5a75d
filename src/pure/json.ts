/**
 * JSON text as brains see it.
 * @module
 */

/**
 * `value` as compact JSON text with the keys of every object sorted (design §8), by code unit. Members that `JSON.stringify` leaves
 * out are left out. The text is built by hand because a JavaScript object would put keys like `"10"` before all others.
 * @throws {TypeError} when `value` is no JSON: a cycle, a bigint
 */
export function sortedJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined || typeof member === "function" || typeof member === "symbol") continue;
    members.push(`${JSON.stringify(key)}:${sortedJson(member)}`);
  }
  return `{${members.join(",")}}`;
}
