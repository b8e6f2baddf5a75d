/**
 * Which kinds there are, by family.
 * @module
 */

import { Registry } from "../config/mod.ts";
import { builtinEndpoints, type EndpointFactory } from "../endpoint/mod.ts";
import { builtinProviders, type ProviderFactory } from "../provider/mod.ts";
import { jsRuntime, rhaiRuntime, type RuntimeFactory, wasmRuntime } from "../runtime/mod.ts";
import { builtinToolings, type ToolingFactory } from "../tooling/mod.ts";

/** The four registries. Kinds are added before anything is built. */
export class Registries {
  /** The kinds of `[providers.<name>]`. */
  readonly providers: Registry<ProviderFactory> = new Registry("provider");
  /** The kinds of `[tooling.<name>]`. */
  readonly tooling: Registry<ToolingFactory> = new Registry("tooling");
  /** The kinds of `[runtime.<name>]`. */
  readonly runtimes: Registry<RuntimeFactory> = new Registry("runtime");
  /** The kinds of `[endpoint]`. */
  readonly endpoints: Registry<EndpointFactory> = new Registry("endpoint");

  /** Registries with every kind that comes with omw. */
  static builtin(): Registries {
    const registries = new Registries();
    for (const factory of builtinProviders()) registries.providers.register(factory.kind, factory);
    for (const factory of builtinToolings()) registries.tooling.register(factory.kind, factory);
    for (const factory of [wasmRuntime, rhaiRuntime, jsRuntime]) registries.runtimes.register(factory.kind, factory);
    for (const factory of builtinEndpoints()) registries.endpoints.register(factory.kind, factory);
    return registries;
  }
}
