/**
 * The calls on an agent's memory. The brain is its only writer while it runs, so reads are served from a snapshot that came with the
 * start frame, and writes go one-way (design §3).
 * @module
 */

import { type OneWayCalls, oneWayChecks } from "../protocol/calls.ts";
import { ok, type Op, read } from "./op.ts";

/** The calls by name, over one run's snapshot. */
export function memoryOps(memory: Map<string, string>): Readonly<Record<string, Op>> {
  return {
    /** The value, or null. Args: the key. */
    memory_get(exchange, key) {
      exchange.trace("memory_get", { key });
      return ok(memory.get(key) ?? null);
    },
    /** Stores a value. */
    memory_set(exchange, args) {
      const { key, value } = read<OneWayCalls["memory_set"]>(args, oneWayChecks.memory_set);
      // Told first: what is too large to be told must not be read back either.
      exchange.tell("memory_set", { key, value });
      memory.set(key, value);
      return ok(null);
    },
    /** Removes a value: whether there was one. Args: the key. */
    memory_remove(exchange, key) {
      exchange.tell("memory_remove", { key });
      return ok(memory.delete(key));
    },
  };
}
