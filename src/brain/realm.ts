/**
 * A world of its own for a brain: a `node:vm` context with the language's globals and nothing else (design §4.3).
 *
 * The rule that keeps it closed: no object of the process ever gets in. The process runs sources in it and calls functions that such
 * a source made, with texts and with functions of its own that only such a source holds; it never reads or writes a property of a
 * value from inside, because that could run a getter or a proxy's trap with objects of the process as arguments.
 * @module
 */

import vm from "node:vm";
import { type GlobalsOptions, hardenGlobals } from "./realm_globals.ts";

/** The first Deno whose `node:vm` contains `import()`; on older ones no code may be made from strings inside (measured). */
const STRINGS_FROM = [2, 8, 2];

const mayMakeCode: boolean = atLeast(Deno.version.deno, STRINGS_FROM);

/**
 * An ordinary global object: fast, and made inside. Deno 2.6 has the name but does not take it; such a runtime gets an object without a
 * prototype, which leads nowhere.
 */
let takesOrdinaryGlobal: boolean = vm.constants.DONT_CONTEXTIFY !== undefined;

/** A fresh world. */
export class Realm {
  readonly #context: vm.Context;

  /** Makes a world and removes from it what is not the language. */
  constructor(options: GlobalsOptions = { webAssembly: false }) {
    this.#context = createContext({
      codeGeneration: { strings: mayMakeCode, wasm: options.webAssembly },
      // Promise jobs run when a script ends, in a queue of the context's own: those of a world that is over never run again.
      microtaskMode: "afterEvaluate",
    });
    this.evaluate(`(${hardenGlobals})(${JSON.stringify(options)})`, "omw:globals");
  }

  /**
   * Runs a script, then its promise jobs: the completion value.
   * @throws what the script throws, a value from inside that may only be handed back to functions from inside
   * @throws {SyntaxError} when the source is no script; compile untrusted sources with `compile` first to tell the two apart
   */
  evaluate(source: string, filename: string): unknown {
    return this.run(compile(source, filename));
  }

  /**
   * Runs a compiled script, then its promise jobs: the completion value.
   * @throws what the script throws, as `evaluate`
   */
  run(script: vm.Script): unknown {
    // `displayErrors` would have the process write to the thrown object.
    return script.runInContext(this.#context, { displayErrors: false });
  }

  /** Runs the promise jobs that wait. */
  drain(): void {
    this.run(nothing);
  }
}

function createContext(options: vm.CreateContextOptions): vm.Context {
  if (takesOrdinaryGlobal) {
    try {
      return vm.createContext(vm.constants.DONT_CONTEXTIFY as unknown as vm.Context, options);
    } catch {
      takesOrdinaryGlobal = false;
    }
  }
  return vm.createContext(Object.create(null), options);
}

/**
 * Compiles a script; it can run in any world.
 * @throws {SyntaxError} of the process, so it must not get inside
 */
export function compile(source: string, filename: string): vm.Script {
  return new vm.Script(source, { filename: pathName(filename) });
}

const nothing = compile("undefined", "omw:drain");

/** A name that is no URL: on older runtimes a script named by a URL gets the process's module loader (measured). */
export function pathName(filename: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(filename) && !filename.startsWith("omw:") ? `./${filename}` : filename;
}

function atLeast(version: string, wanted: readonly number[]): boolean {
  const parts = version.split(/[.+-]/).map(Number);
  for (let i = 0; i < wanted.length; i++) {
    const part = parts[i] ?? 0;
    if (part !== wanted[i]) return part > wanted[i]!;
  }
  return true;
}
