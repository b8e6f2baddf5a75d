/**
 * The kinds that tests may use.
 * @module
 */

import { Registries } from "../engine/mod.ts";

/**
 * The scripted doubles and the runtimes: a test that names a real service fails, in place of calling it with a real key. New ones each
 * time, so that a caller may add kinds of its own.
 */
export function testRegistries(): Registries {
  const registries = new Registries();
  const builtin = Registries.builtin();
  const { providers, tooling, runtimes, endpoints } = registries;
  providers.registerLazy("mock", async () => (await import("../provider/mock.ts")).mockProvider);
  tooling.registerLazy("mock", async () => (await import("../tooling/mock.ts")).mockTooling);
  endpoints.registerLazy("mock", async () => (await import("../endpoint/mock.ts")).mockEndpoint);
  for (const kind of builtin.runtimes.kinds()) {
    runtimes.registerLazy(kind, async () => {
      await builtin.runtimes.prepare([kind]);
      return builtin.runtimes.get(kind);
    });
  }
  return registries;
}
