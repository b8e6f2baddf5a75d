/**
 * One run of a component, inside its world: instantiate it, call its export, tell how that ended.
 * @module
 */

import type { componentBridge, OuterBridge, RunState } from "./component_bridge.ts";
import type { componentGlobals } from "./component_globals.ts";
import type { ComponentImports, componentImports } from "./component_imports.ts";
import type { componentRecords } from "./component_records.ts";
import type { wasi, WasiParts } from "./wasi.ts";
import type { WasiSurroundings } from "./wasi_cli.ts";
import type { WasiRandomBounds } from "./wasi_random.ts";

/** The parts, which are handed over because code that is sent inside can import nothing. */
export interface WorldParts extends WasiParts {
  /** The border. */
  componentBridge: typeof componentBridge;
  /** The globals. */
  componentGlobals: typeof componentGlobals;
  /** The adapters. */
  componentRecords: typeof componentRecords;
  /** The contract. */
  componentImports: typeof componentImports;
  /** WASI. */
  wasi: typeof wasi;
}

/** What the process says about a run. */
export interface WorldSetup extends WasiSurroundings, WasiRandomBounds {
  /** Which shapes of the contract's records the component embeds. */
  shapes: Record<string, string>;
}

/** The exports of a component that omw uses. */
export interface ComponentExports {
  /** The contract's `runtime` interface. */
  "omw:omw/runtime": { run(script: string): string | undefined; check(script: string): void };
}

/** The entry that the transpiler's glue exports. */
export type Instantiate = (
  getCore: (name: string) => WebAssembly.Module,
  imports: ComponentImports,
  instantiateCore: (module: WebAssembly.Module, imports: WebAssembly.Imports) => WebAssembly.Instance,
) => ComponentExports;

/**
 * Instantiates the component, calls `op` with `script`, and answers how that ended: `=` and the terminal message, `-` without one,
 * or `!` and the error. It throws only when there is no stack left to answer with.
 */
export type Execute = (instantiate: Instantiate, cores: Record<string, WebAssembly.Module>, op: string, script: string) => string;

/**
 * Runs inside (see `component_bridge.ts`): sets the world up, after which the glue can be loaded.
 * @param setup a `WorldSetup` as JSON text, so that no outer object comes in
 */
export function componentWorld(parts: WorldParts, outer: OuterBridge, setup: string): Execute {
  const { shapes, ...surroundings } = JSON.parse(setup) as WorldSetup;
  const state: RunState = { lastWords: "" };
  const bridge = parts.componentBridge(outer, state);
  parts.componentGlobals(bridge);
  const system = parts.wasi(parts, bridge, surroundings, state);
  const imports = { ...system.interfaces, ...parts.componentImports(bridge, parts.componentRecords(shapes)) };
  // From here on it is worth telling how large a memory had become when the component gave up, in bytes.
  const LARGE_MEMORY = 64 * 1024 * 1024;
  // A memory may be exported by several instances.
  const memories = new Set<WebAssembly.Memory>();

  function instantiateCore(module: WebAssembly.Module, coreImports: WebAssembly.Imports): WebAssembly.Instance {
    const instance = new WebAssembly.Instance(module, coreImports);
    for (const each of Object.values(instance.exports)) {
      if (each instanceof WebAssembly.Memory) memories.add(each);
    }
    return instance;
  }

  /** What the guest wrote to its standard error last, such as a panic's text, as one line. */
  function lastWords(): string {
    const text = state.lastWords.trim().replaceAll(/\s*\n\s*/g, " | ").slice(-1000);
    return text === "" ? "" : `: ${text}`;
  }

  function memoryNote(): string {
    let bytes = 0;
    for (const { buffer } of memories) bytes += buffer.byteLength;
    return bytes < LARGE_MEMORY ? "" : ` (its memory had grown to ${Math.round(bytes / 1024 / 1024)} MiB)`;
  }

  function trapText(error: unknown): string {
    // An error that a component's own code can't throw: the engine's, or a fault at the border.
    const message = error instanceof Error ? error.message : "an unknown fault";
    const reason = message === "Maximum call stack size exceeded" ? "stack overflow" : message.replace(/^wasm trap: /, "");
    return `!component trapped: ${reason}${memoryNote()}${lastWords()}`;
  }

  function startText(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    const absent = /^unexpectedly undefined .*import '([^']*)'/.exec(message)?.[1];
    if (absent !== undefined) return `!the component imports ${absent}, which omw does not offer`;
    if (state.lastWords !== "" || error instanceof WebAssembly.RuntimeError) return trapText(error);
    return `!the component cannot be instantiated: ${message}`;
  }

  function exitText(status: number): string {
    return status === 0 ? "-" : `!the component exited with status ${status}${lastWords()}`;
  }

  function flushed(): void {
    try {
      system.flush();
    } catch { /* there is no stack for it, or the run is over */ }
  }

  return (instantiate, cores, op, script) => {
    let exports: ComponentExports;
    try {
      exports = instantiate((name) => cores[name]!, imports, instantiateCore);
    } catch (error) {
      flushed();
      return state.exit === undefined ? startText(error) : exitText(state.exit.status);
    }
    try {
      const runtime = exports["omw:omw/runtime"];
      const result = op === "check" ? runtime.check(script) : runtime.run(script);
      flushed();
      if (state.exit !== undefined) return exitText(state.exit.status);
      return typeof result === "string" ? `=${result}` : "-";
    } catch (error) {
      flushed();
      if (state.exit !== undefined) return exitText(state.exit.status);
      // The glue throws the text of an export's `err` as it is.
      return typeof error === "string" ? `!${error}` : trapText(error);
    }
  };
}
