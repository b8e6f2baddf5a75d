/**
 * What a runtime gives to a brain process to run.
 * @module
 */

import type { Broker } from "../host/mod.ts";
import type { Logger } from "../protocol/log.ts";
import type { ProgramRef } from "../protocol/mod.ts";

/** A brain that was read and found to be sound. */
export interface Program {
  /** What it is, for the start frame. */
  readonly ref: ProgramRef;
  /**
   * The texts that the start frame needs, by name: `script`, which comes first, `glue`, `core:<name>` (base64). Made anew at each call, so
   * that a large component is not held as text between runs; and one by one, so that nobody pays for those that he does not need.
   */
  parts(): Iterable<[string, string]>;
  /** The content's id for parts that a warm process may have kept; those are not sent again. */
  readonly cachedParts?: string;
  /** The program checks scripts itself: it is asked before a run ends for a new one. */
  readonly checks: boolean;
  /** Opens what serves a run's calls beyond the contract, within the entry's grants; absent: the program has no such calls. */
  readonly broker?: (log: Logger) => Broker;
}

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
