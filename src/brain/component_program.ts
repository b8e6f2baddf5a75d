/**
 * A component's compiled code, which outlives a run.
 * @module
 */

import type { Script } from "node:vm";
import { glueSource } from "./component_source.ts";
import { compile, Realm } from "./realm.ts";

/** The compiled core modules by name: an object of a context in which nothing else exists. */
export type Cores = Record<string, WebAssembly.Module>;

/**
 * Compiles modules in a context made for that alone: a module of the process's own would hand its `constructor` to the glue, and
 * with it the outer `Function`.
 */
const foundry = compile(
  `"use strict";
(() => {
  const cores = { __proto__: null };
  return { cores, add(name, bytes) { cores[name] = new WebAssembly.Module(bytes); } };
})()`,
  "omw:foundry",
);

/** A component's glue and core modules, compiled. */
export class ComponentProgram {
  /** A script whose value is the glue's `instantiate`. */
  readonly glue: Script;
  /** The compiled core modules. */
  readonly cores: Cores;

  /**
   * Compiles what the parts hold.
   * @param names the names of the core modules
   * @throws {Error} when a part is missing or does not compile
   */
  constructor(names: readonly string[], parts: ReadonlyMap<string, Uint8Array>) {
    const glue = parts.get("glue");
    if (glue === undefined) throw new Error("its code did not arrive");
    this.glue = compile(glueSource(new TextDecoder().decode(glue)), "omw:glue");
    const { cores, add } = new Realm({ webAssembly: true }).run(foundry) as {
      cores: Cores;
      add: (name: string, bytes: Uint8Array) => void;
    };
    for (const name of names) {
      const core = parts.get(`core:${name}`);
      if (core === undefined) throw new Error(`its module ${name} did not arrive`);
      add(name, core);
    }
    this.cores = cores;
  }
}
