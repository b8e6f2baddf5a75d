/**
 * The kinds that tests may use.
 * @module
 */

import type { Registry } from "../config/registry.ts";
import { Registries } from "../engine/registries.ts";

/** The kind of every family's scripted double. */
const DOUBLE = ["mock"];

/**
 * The scripted doubles and the runtimes: a test that names a real service fails, in place of calling it with a real key. New ones each
 * time, so that a caller may add kinds of its own.
 */
export function testRegistries(): Registries {
  const registries = new Registries();
  const builtin = Registries.builtin();
  take(registries.providers, builtin.providers, DOUBLE);
  take(registries.tooling, builtin.tooling, DOUBLE);
  take(registries.endpoints, builtin.endpoints, DOUBLE);
  take(registries.runtimes, builtin.runtimes, builtin.runtimes.kinds());
  return registries;
}

/** Registers kinds of another registry, to be loaded there when they are needed. */
function take<F>(into: Registry<F>, from: Registry<F>, kinds: readonly string[]): void {
  for (const kind of kinds) {
    into.registerLazy(kind, async () => {
      await from.prepare([kind]);
      return from.get(kind);
    });
  }
}
