/**
 * A running omw: what a config describes, built and wired (facts §4.1).
 * @module
 */

import { getLogger, type Logger } from "../protocol/log.ts";
import type { AgentConfig, Config, LoadedConfig } from "../config/mod.ts";
import type { Endpoint } from "../endpoint/mod.ts";
import { Agent, EndpointDesk, errorChain, type HostShared, LocalBus, reaper, TraceHub } from "../host/mod.ts";
import { BrainPool } from "../runtime/brain_pool.ts";
import type { Runtime } from "../runtime/mod.ts";
import { Builder } from "./builder.ts";
import { LeasedProvider, LeasedTooling } from "./leased.ts";
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
  /** The pool outlives this host: it is not closed with it. Whoever made it closes it, and the reaper after it. */
  keepPool?: boolean;
}

/** What agents share, as the host that owns it sees it. */
export interface OwnShared extends HostShared {
  /** The providers, which can be replaced. */
  readonly providers: Map<string, LeasedProvider>;
  /** The toolings, which can be replaced. */
  readonly toolings: Map<string, LeasedTooling>;
}

/** See the module. */
export class Host {
  /** How many hosts of this process are built and not closed. */
  static #open = 0;
  /** What the agents share. */
  readonly shared: OwnShared;
  /** The agents' supervisors by name, in the order of the config. */
  readonly supervisors: Map<string, Supervisor> = new Map();
  readonly #log: Logger = getLogger(["omw", "engine"]);
  readonly #options: HostOptions;
  readonly #pool: BrainPool;
  readonly #endpoint: Endpoint | undefined;

  /**
   * Builds everything that the config names; connects to nothing and starts no agent.
   * @throws {ConfigError} that names what cannot be built and why
   */
  static async build(loaded: LoadedConfig, registries: Registries, options: HostOptions): Promise<Host> {
    await registries.prepare(loaded.config);
    const builder = new Builder(loaded, registries);
    const host = new Host(loaded, builder, options);
    for (const config of loaded.config.agents) {
      host.addAgent(config, loaded.config, await builder.runtime(config), await builder.script(config));
    }
    Host.#open++;
    return host;
  }

  private constructor({ config }: LoadedConfig, builder: Builder, options: HostOptions) {
    this.#options = options;
    this.#pool = options.pool ?? new BrainPool();
    const trace = options.trace ?? new TraceHub();
    const providers = new Map<string, LeasedProvider>();
    for (const name of config.providers.keys()) providers.set(name, new LeasedProvider(builder.provider(name)));
    const toolings = new Map<string, LeasedTooling>();
    for (const name of config.tooling.keys()) toolings.set(name, new LeasedTooling(name, builder.tooling(name)));
    this.#endpoint = builder.endpoint();
    const tunables = () => this.shared.tunables;
    const desk = this.#endpoint && new EndpointDesk({
      // Asked at each session, so that a changed config takes effect.
      get sessionBuffer() {
        return tunables().session_buffer;
      },
      sessionIdleSecs: config.tunables.session_idle_secs,
      warn: (message, facts) => {
        this.#log.warn(message, facts);
      },
    });
    this.shared = { providers, toolings, bus: new LocalBus(), endpoint: desk, trace, tunables: config.tunables };
    for (const backend of [...providers.values(), ...toolings.values()]) backend.attachTrace(trace);
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

  /**
   * Adds an agent that is not run yet.
   * @param script the absolute path of its brain
   */
  addAgent(config: AgentConfig, { memory }: Config, runtime: Runtime, script: string): Supervisor {
    const agent = new Agent(config.name, this.shared, memory.get(config.name) ?? []);
    const supervisor = new Supervisor(agent, config, runtime, script, { pool: this.#pool, watch: this.#options.watch });
    this.supervisors.set(config.name, supervisor);
    return supervisor;
  }

  /** Forgets an agent that has ended; nothing happens the second time. */
  removeAgent(supervisor: Supervisor): void {
    const { name } = supervisor.agent;
    if (this.supervisors.get(name) !== supervisor) return;
    this.supervisors.delete(name);
    this.shared.endpoint?.remove(supervisor.agent);
    supervisor.agent.close();
    this.#pool.forget(name);
  }

  /** Asks every agent to stop; `graceMs` as in {@linkcode Supervisor.stop}. */
  stop(why: "shutdown" | "stop", graceMs?: number): void {
    if (why === "shutdown") this.shared.endpoint?.drain();
    for (const supervisor of this.supervisors.values()) supervisor.stop(why, graceMs);
  }

  /** What scripted doubles wait for now, one line each. */
  waitingFor(): string[] {
    return [this.#endpoint, ...this.shared.toolings.values()].flatMap((double) => double?.waitingFor?.() ?? []);
  }

  /** Lets go of everything; resolves when every process that was started is gone. Call it when the agents have ended. */
  async close(): Promise<void> {
    const { endpoint, providers, toolings } = this.shared;
    endpoint?.close("omw is shutting down");
    const work = [
      this.#endpoint?.stop().finally(() => this.#log.info("endpoint server stopped")),
      ...[...toolings.values()].map((tooling) => tooling.close()),
      ...[...providers.values()].map((provider) => provider.close()),
      this.#options.keepPool ? undefined : this.#pool.close(),
    ];
    for (const supervisor of this.supervisors.values()) supervisor.agent.close();
    for (const result of await Promise.allSettled(work)) {
      if (result.status === "rejected") this.#log.warn("could not close cleanly", { error: errorChain(result.reason) });
    }
    // The reaper is the process's: while other hosts are open, or brains kept, it has work.
    Host.#open--;
    if (Host.#open === 0 && !this.#options.keepPool) await reaper.close();
  }
}
