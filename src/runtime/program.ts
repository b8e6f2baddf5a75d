/**
 * What a runtime gives to a brain process to run.
 * @module
 */

import type { Broker } from "../host/broker.ts";
import type { Logger } from "../protocol/log.ts";
import type { ProgramRef } from "../protocol/mod.ts";

/** A brain that was read and found to be sound. */
export interface Program {
  /** What it is, for the start frame. */
  readonly ref: ProgramRef;
  /** The script's text; absent for a component that needs none. */
  readonly script?: string;
  /** The component that the script runs on, or that is the brain itself. */
  readonly component?: ComponentCode;
  /** The program checks scripts itself: it is asked before a run ends for a new one. */
  readonly checks: boolean;
  /** Opens what serves a run's calls beyond the contract, within the entry's grants; absent: the program has no such calls. */
  readonly broker?: (log: Logger) => RunBroker;
}

/** A component's code. A warm process may have kept it; then it is not sent again. */
export interface ComponentCode {
  /** The content's id. */
  readonly id: string;
  /** `glue` (UTF-8) and `core:<name>`. */
  readonly parts: ReadonlyMap<string, Uint8Array>;
}

/** What serves a run's calls beyond the contract: `Broker` in `src/host/broker.ts`, which says more. */
export type RunBroker = Pick<Broker, "call" | "release" | "close">;

/** Reads and checks brains of one kind. */
export interface Runtime {
  /** The registered kind: `wasm`, `rhai`, `js`. */
  readonly kind: string;
  /** The memory cap of its brains in MB. */
  readonly maxMemoryMb: number;
  /**
   * Reads a brain and checks it without running it.
   * @param script its absolute path
   * @param signal gives up
   * @param parse whether the source must be known to parse; else a run may be what finds out, which spares a start the second parse
   * @throws {Error} that names the file and what is wrong with it
   */
  load(script: string, signal: AbortSignal, parse: boolean): Promise<Program>;
  /** The absolute paths of the files that its brains consist of beside the script, such as an interpreter; they need not exist. */
  files?(): Promise<string[]>;
}
