/**
 * The list of models that a service offers.
 * @module
 */

import type { Json } from "../protocol/model.ts";
import { describeBody } from "./failure.ts";

/**
 * The ids in the body of a models response: `{ "data": [{ "id": … }] }`, where a missing `data` is an empty list; some services
 * answer the bare list.
 * @throws {Error} when it is something else; the message says what was found
 */
export function parseModels(body: string): string[] {
  let value: Json;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw new Error(`failed to decode models response: expected JSON, found ${describeBody(body)}`, { cause });
  }
  const data = Array.isArray(value) ? value : typeof value === "object" && value !== null ? value.data ?? [] : undefined;
  if (!Array.isArray(data)) {
    throw new Error(`failed to decode models response: expected a list of models under "data", found ${describeBody(body)}`);
  }
  return data.map((model, index) => {
    const id = typeof model === "object" && model !== null && !Array.isArray(model) ? model.id : undefined;
    if (typeof id !== "string") throw new Error(`failed to decode models response: data[${index}] has no "id" that is a string`);
    return id;
  });
}
