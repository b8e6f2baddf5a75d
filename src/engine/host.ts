/**
 * A running omw: what a config describes, built and wired (facts §4.1).
 * @module
 */

import { getLogger, type Logger } from "@logtape/logtape";
import type { AgentConfig, LoadedConfig } from "../config/mod.ts";
import type { Endpoint } from "../endpoint/mod.ts";
import { Agent, EndpointDesk, type HostShared, LocalBus, reaper, TraceHub } from "../host/mod.ts";
import type { Provider, Tooling } from "../protocol/mod.ts";
import { BrainPool } from "../runtime/mod.ts";
import { Builder } from "./builder.ts";
import type { Registries } from "./registries.ts";
import { Supervisor } from "./supervisor.ts";

/** How a host is set up. */
export interface HostOptions {
  /** Follow the brains' files, and wait for an edit where one does not load. */
  watch: boolean;
  /** Where the trace goes; one of its own when absent. */
  trace?: TraceHub;
  /** Brain processes that were started ahead. */
  pool?: BrainPool;
}

/** See the module. */
export class Host {
  /** What the agents share. */
  readonly shared: HostShared;
  /** The agents' supervisors by name, in the order of the config. */
  readonly supervisors: Map<string, Supervisor> = new Map();
  readonly #log: Logger = getLogger(["omw", "engine"]);
  readonly #loaded: LoadedConfig;
  readonly #builder: Builder;
  readonly #options: HostOptions;
  readonly #pool: BrainPool;
  readonly #endpoint: Endpoint | undefined;

  /**
   * Builds everything that the config names; connects to nothing and starts no agent.
   * @throws {ConfigError} that names what cannot be built and why
   */
  static async build(loaded: LoadedConfig, registries: Registries, options: HostOptions): Promise<Host> {
    const host = new Host(loaded, registries, options);
    for (const config of loaded.config.agents) await host.#addAgent(config);
    return host;
  }

  private constructor(loaded: LoadedConfig, registries: Registries, options: HostOptions) {
    const { config } = loaded;
    this.#loaded = loaded;
    this.#options = options;
    this.#pool = options.pool ?? new BrainPool();
    const build = this.#builder = new Builder(loaded, registries);
    const trace = options.trace ?? new TraceHub();
    const providers = new Map<string, Provider>();
    for (const name of config.providers.keys()) providers.set(name, build.provider(name));
    const toolings = new Map<string, Tooling>();
    for (const name of config.tooling.keys()) toolings.set(name, build.tooling(name));
    this.#endpoint = build.endpoint();
    const desk = this.#endpoint && new EndpointDesk({
      sessionBuffer: config.tunables.session_buffer,
      sessionIdleSecs: config.tunables.session_idle_secs,
      warn: (message, facts) => {
        this.#log.warn(message, facts);
      },
    });
    this.shared = { providers, toolings, bus: new LocalBus(), endpoint: desk, trace, tunables: config.tunables };
    for (const backend of [...providers.values(), ...toolings.values()]) backend.attachTrace?.(trace);
    this.#endpoint?.attachTrace?.(trace);
  }

  /**
   * Opens the endpoint, if there is one.
   * @throws {Error} when its address cannot be bound
   */
  async start(): Promise<void> {
    if (this.#endpoint === undefined) return;
    const { address } = await this.#endpoint.start(this.shared.endpoint!);
    if (address !== undefined) this.#log.info("endpoint listening", { address });
  }

  /** Asks every agent to stop. */
  stop(why: "shutdown" | "stop"): void {
    for (const supervisor of this.supervisors.values()) supervisor.stop(why);
  }

  /** Lets go of everything; resolves when every process that was started is gone. Call it when the agents have ended. */
  async close(): Promise<void> {
    const { endpoint, providers, toolings } = this.shared;
    endpoint?.close("omw is shutting down");
    const work = [
      this.#endpoint?.stop().finally(() => this.#log.info("endpoint server stopped")),
      ...[...toolings.values()].map((tooling) => tooling.close()),
      ...[...providers.values()].map((provider) => provider.close?.()),
      this.#pool.close(),
    ];
    for (const supervisor of this.supervisors.values()) supervisor.agent.close();
    for (const result of await Promise.allSettled(work)) {
      if (result.status === "rejected") this.#log.warn("could not close cleanly", { error: String(result.reason) });
    }
    await reaper.close();
  }

  async #addAgent(config: AgentConfig): Promise<void> {
    const { memory } = this.#loaded.config;
    const runtime = this.#builder.runtime(config);
    const script = await this.#builder.script(config);
    const agent = new Agent(config.name, this.shared, memory.get(config.name) ?? []);
    const supervisor = new Supervisor(agent, config, runtime, script, { pool: this.#pool, watch: this.#options.watch });
    this.supervisors.set(config.name, supervisor);
  }
}
