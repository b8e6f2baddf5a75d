/**
 * The guest `tests/data/components/guest` (Rust, std for wasm32-wasip2) in a real brain process, with the host's broker.
 * @module
 */

import { defaultTunables } from "../../src/config/mod.ts";
import { installLog, type LogEntry } from "../../src/protocol/log.ts";
import { Broker } from "../../src/host/broker.ts";
import { identity } from "../../src/host/broker_path.ts";
import { Agent, type Grants, LocalBus, type Preopen, TraceHub } from "../../src/host/mod.ts";
import { BrainProcess } from "../../src/runtime/brain_process.ts";
import { spawnBrain } from "../../src/runtime/spawn_brain.ts";
import { BrainRun, type RunEnd } from "../../src/runtime/brain_run.ts";
import type { Program } from "../../src/runtime/program.ts";
import type { Transpiled } from "../../src/runtime/transpiled.ts";
import { componentCode } from "../../src/runtime/transpiled_program.ts";
import { packedComponent } from "./components.ts";
import { unpack } from "./unpack.ts";

const NAME = "wasi_guest";

/** The guest's component, unpacked. */
export function guestBytes(): Promise<Uint8Array<ArrayBuffer>> {
  return unpack(NAME);
}

/** What a run of the guest is given; what is absent is not granted. */
export interface GuestOptions extends Partial<Grants> {
  /** Its environment. */
  env?: [string, string][];
  /** More of its start frame. */
  more?: Record<string, unknown>;
  /** Called with each line that it logs while it runs, such as `sleeping`. */
  announced?(text: string, run: BrainRun): void;
}

/** What came of a run. */
export interface GuestEnd {
  /** What came of each command: `ok …` or `err …`. */
  lines: string[];
  /** How it ended. */
  end: RunEnd;
  /** What the run logged, warnings and up: message, `to` and `grant`. */
  warnings: { message: string; to: string; grant: string }[];
}

/** A process that runs the guest again and again. */
export class Guest implements AsyncDisposable {
  readonly #process: BrainProcess;
  readonly #agent: Agent;
  readonly #component: Transpiled;

  private constructor(process: BrainProcess, component: Transpiled) {
    this.#process = process;
    this.#component = component;
    this.#agent = new Agent("guest", {
      providers: new Map(),
      toolings: new Map(),
      bus: new LocalBus(),
      trace: new TraceHub(),
      tunables: defaultTunables(),
    }, []);
  }

  /** Starts a process; the component is transpiled at the first time. */
  static async start(): Promise<Guest> {
    const component = await packedComponent(NAME);
    const process = new BrainProcess(spawnBrain(512));
    await process.ready;
    return new Guest(process, component);
  }

  /** Performs commands in a fresh instance. */
  async run(commands: readonly string[], options: GuestOptions = {}): Promise<GuestEnd> {
    const { env = [], more = {}, announced, preopens = [], tcp = false, udp = false, names = false } = options;
    const component = this.#component;
    const program: Program = {
      ref: {
        kind: "component",
        id: component.id,
        filename: "guest.wasm",
        cores: [...component.cores.keys()],
        script: false,
        env,
        args: ["guest", ...commands],
        shapes: component.shapes,
        ...more,
      },
      component: componentCode(component),
      checks: true,
      broker: (log) => new Broker({ preopens, tcp, udp, names, hosts: "hosts" in options ? options.hosts : [] }, log),
    };
    const records: LogEntry[] = [];
    const live: { run?: BrainRun } = {};
    installLog((entry) => {
      if (entry.category[0] !== "omw" || entry.level === "trace" || entry.level === "debug") return;
      records.push(entry);
      if (live.run !== undefined) announced?.(String(entry.fields.message ?? entry.message), live.run);
    });
    live.run = new BrainRun(this.#process, this.#agent, program, { op: "run", number: 1 });
    const end = await live.run.ended;
    return {
      end,
      lines: end.kind === "done" ? (end.message ?? "").split("\n") : [],
      warnings: records.filter(({ level }) => level === "warning").map(({ message, fields }) => ({
        message,
        to: String(fields.to),
        grant: String(fields.grant),
      })),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill();
    await this.#process.gone;
  }
}

/** A folder as a grant. */
export function preopen(hostPath: string, guestPath: string, writable = false): Preopen {
  return { hostPath, id: identity(Deno.lstatSync(hostPath)), guestPath, writable };
}
