/**
 * Which kinds there are, by family.
 * @module
 */

import type { Config } from "../config/mod.ts";
import { Registry } from "../config/registry.ts";
import type { EndpointFactory } from "../endpoint/mod.ts";
import type { ProviderFactory } from "../provider/mod.ts";
import type { RuntimeFactory } from "../runtime/mod.ts";
import type { ToolingFactory } from "../tooling/mod.ts";
import { ownVariant } from "./own_variant.ts";
import { absentRuntimes, type Variant } from "./variant.ts";

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

  /** Registries with every kind that comes with this build of omw. Each is loaded when a config needs it. */
  static builtin(variant: Variant = ownVariant): Registries {
    const registries = new Registries();
    const { providers, tooling, runtimes, endpoints } = registries;
    providers.registerLazy(
      "openai",
      async () =>
        (await import(import.meta.resolve("../provider/openai.ts")) as typeof import("../provider/openai.ts")).openAiProvider,
    );
    providers.registerLazy(
      "mock",
      async () => (await import(import.meta.resolve("../provider/mock.ts")) as typeof import("../provider/mock.ts")).mockProvider,
    );
    tooling.registerLazy(
      "mcp",
      async () => (await import(import.meta.resolve("../tooling/mcp.ts")) as typeof import("../tooling/mcp.ts")).mcpTooling,
    );
    tooling.registerLazy(
      "mock",
      async () => (await import(import.meta.resolve("../tooling/mock.ts")) as typeof import("../tooling/mock.ts")).mockTooling,
    );
    for (const [kind, load] of Object.entries(variant.runtimes)) runtimes.registerLazy(kind, load);
    for (const [kind, wayOut] of absentRuntimes(variant)) runtimes.explainAbsent(kind, wayOut);
    endpoints.registerLazy(
      "openai",
      async () =>
        (await import(import.meta.resolve("../endpoint/openai.ts")) as typeof import("../endpoint/openai.ts")).openaiEndpoint,
    );
    endpoints.registerLazy(
      "mock",
      async () => (await import(import.meta.resolve("../endpoint/mock.ts")) as typeof import("../endpoint/mock.ts")).mockEndpoint,
    );
    return registries;
  }

  /** Loads the kinds that a config names, or all; before anything is built from it. */
  async prepare(config?: Config): Promise<void> {
    await Promise.all([
      this.providers.prepare(config && kindsOf(config.providers)),
      this.tooling.prepare(config && kindsOf(config.tooling)),
      this.runtimes.prepare(config && kindsOf(config.runtime)),
      this.endpoints.prepare(config && (config.endpoint === undefined ? [] : [config.endpoint.kind])),
    ]);
  }
}

function kindsOf(entries: Map<string, { kind: string }>): string[] {
  return [...entries.values()].map(({ kind }) => kind);
}
