/**
 * Builds what a config names, piece by piece.
 * @module
 */

import { getLogger, type Logger } from "../protocol/log.ts";
import { ConfigError, reason } from "../config/errors.ts";
import type { AgentConfig, LoadedConfig } from "../config/mod.ts";
import { type PathBase, resolvePath } from "../config/resolve_path.ts";
import { secretKeeper } from "../config/secret.ts";
import type { Endpoint } from "../endpoint/mod.ts";
import type { Provider, Tooling } from "../protocol/mod.ts";
import type { Runtime } from "../runtime/mod.ts";
import type { Registries } from "./registries.ts";

/** See the module. Every error is a {@linkcode ConfigError} that begins with the config path. */
export class Builder {
  readonly #loaded: LoadedConfig;
  readonly #registries: Registries;
  readonly #warn: (message: string) => void;
  readonly #runtimes = new Map<string, Promise<Runtime>>();

  /** A builder of what `loaded` names; what is odd without being wrong is logged unless `warn` hears it. */
  constructor(loaded: LoadedConfig, registries: Registries, warn: (message: string) => void = logWarning) {
    this.#loaded = loaded;
    this.#registries = registries;
    this.#warn = warn;
    secretKeeper.setPolicy({ allowUnlocked: loaded.config.tunables.allow_unlocked_secrets, warn });
  }

  /** Builds `[providers.<name>]`. @throws {ConfigError} */
  provider(name: string): Provider {
    const { kind, ...params } = this.#loaded.config.providers.get(name)!;
    const where = `providers.${name}`;
    const { tunables } = this.#loaded.config;
    return building(where, () => this.#registries.providers.get(kind).build({ name, params, where, tunables, warn: this.#warn }));
  }

  /** Builds `[tooling.<name>]`. @throws {ConfigError} */
  tooling(name: string): Tooling {
    const { kind, ...params } = this.#loaded.config.tooling.get(name)!;
    const where = `tooling.${name}`;
    const { tunables } = this.#loaded.config;
    const log = getLogger(["mcp"]);
    return building(
      where,
      () => this.#registries.tooling.get(kind).build({ name, params, where, tunables, warn: this.#warn, log }),
    );
  }

  /** Builds `[endpoint]`, if there is one. @throws {ConfigError} */
  endpoint(): Endpoint | undefined {
    const { endpoint, tunables } = this.#loaded.config;
    if (endpoint === undefined) return undefined;
    const { kind, ...params } = endpoint;
    return building(
      "endpoint",
      () => this.#registries.endpoints.get(kind).build({ params, where: "endpoint", tunables, warn: this.#warn }),
    );
  }

  /**
   * Builds an agent's runtime; the config's own check has made sure that the entry exists. Agents of one entry share it, so that what is
   * odd about an entry is told once.
   * @throws {ConfigError}
   */
  runtime({ runtime: name }: AgentConfig): Promise<Runtime> {
    const built = this.#runtimes.get(name) ?? this.#buildRuntime(name);
    this.#runtimes.set(name, built);
    return built;
  }

  async #buildRuntime(name: string): Promise<Runtime> {
    const { kind, ...params } = this.#loaded.config.runtime.get(name)!;
    const where = `runtime.${name}`;
    const { tunables } = this.#loaded.config;
    try {
      const factory = this.#registries.runtimes.get(kind);
      return await factory.build({ name, params, where, tunables, base: this.#base(), warn: this.#warn });
    } catch (cause) {
      throw placed(where, cause);
    }
  }

  /** The absolute path of an agent's script. @throws {ConfigError} when there is no such file */
  async script(agent: AgentConfig): Promise<string> {
    try {
      return await resolvePath(agent.script, this.#base());
    } catch (cause) {
      throw new ConfigError(`agent ${JSON.stringify(agent.name)}: the script ${reason(cause)}`, { cause });
    }
  }

  #base(): PathBase {
    return { dir: this.#loaded.dir, cwd: Deno.cwd() };
  }
}

const log: Logger = getLogger(["omw", "engine"]);

function logWarning(message: string): void {
  log.warn(message);
}

function building<T>(where: string, build: () => T): T {
  try {
    return build();
  } catch (cause) {
    throw placed(where, cause);
  }
}

/** Errors of a build name the config path, whether the kind did so itself or not. */
function placed(where: string, cause: unknown): unknown {
  const text = reason(cause);
  return text.startsWith(where) ? cause : new ConfigError(`${where}: ${text}`, { cause });
}
