/**
 * A brain's values as JSON text (sent into its world as source; see `js_primordials.ts`).
 * @module
 */

import type { Primordials } from "./js_primordials.ts";

/** Writes values as JSON. */
export interface JsonWriter {
  /**
   * Any value, by the rules of facts §9.2: own enumerable keys, sorted; members that are undefined or accessors are left out, in
   * arrays they are null, as numbers are that JSON lacks; neither getters nor `toJSON` are called; a function shows its length and
   * name.
   * @throws {TypeError} for a bigint, a symbol, or a cycle
   */
  json(value: unknown): string;
}

/** Makes it. */
export function makeJsonWriter(p: Primordials): JsonWriter {
  /** An own property's value, if it has one without a call. */
  function own(target: object, key: string | number): unknown {
    const found = p.descriptor(target, key);
    return found === undefined ? undefined : found.value;
  }

  function write(value: unknown, ancestors: Set<object>): string | undefined {
    switch (typeof value) {
      case "string":
        return p.stringify(value);
      case "number":
        return p.isFinite(value) ? p.stringify(value) : "null";
      case "boolean":
        return value ? "true" : "false";
      case "undefined":
        return undefined;
      case "bigint":
      case "symbol":
        throw p.typeError(`cannot convert ${typeof value} to JSON`);
      case "function": {
        const [length, name] = [own(value, "length"), own(value, "name")];
        return `{"length":${typeof length === "number" ? length : 0},"name":${
          p.stringify(typeof name === "string" ? name : "")
        }}`;
      }
    }
    if (value === null || typeof value !== "object") return "null";
    if (p.setHas(ancestors, value)) throw p.typeError("cyclic object value");
    p.setAdd(ancestors, value);
    const text = p.isArray(value) ? writeArray(value, ancestors) : writeObject(value, ancestors);
    p.setDelete(ancestors, value);
    return text;
  }

  function writeArray(list: unknown[], ancestors: Set<object>): string {
    let text = "[";
    for (let i = 0; i < list.length; i++) text += (i === 0 ? "" : ",") + (write(own(list, i), ancestors) ?? "null");
    return text + "]";
  }

  function writeObject(bag: object, ancestors: Set<object>): string {
    let text = "";
    const keys = p.sort(p.keys(bag));
    for (let i = 0; i < keys.length; i++) {
      const member = write(own(bag, keys[i]!), ancestors);
      if (member !== undefined) text += `${text === "" ? "" : ","}${p.stringify(keys[i])}:${member}`;
    }
    return `{${text}}`;
  }

  return {
    json: (value: unknown) => write(value, p.makeSet()) ?? "null",
  };
}
