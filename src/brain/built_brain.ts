/**
 * A js brain as the module that `omw build` makes a component of: the brain's own text, and around it the world that it has under kind
 * `js` (`js_world.ts`), on the component's imports (`wit_bridge.ts`).
 * @module
 */

import type { Bridge, Install } from "./js_install.ts";
import { installerSource } from "./js_kit.ts";
import { makeWitBridge } from "./wit_bridge.ts";

/** What a built brain consists of. */
export interface BuiltProgram {
  /** The script: ECMAScript, without imports. It finds what it imported in the global that `importsName` names. */
  script: string;
  /** The script's name in errors. */
  filename: string;
  /** The release whose shapes it finds; absent: the documented ones. */
  api?: "0.1.10";
  /** Statements, in strict mode, that leave what the script imports in the variable that `importsName` names; empty for nothing. */
  imports: string;
}

/** The name under which a built script finds what it imported; no brain would think of it. */
export const importsName = "__omw_imports";

/** What every code that is made from a string is called in the stacks of QuickJS. */
const EVALUATED = "<input>";

/** The exports of `omw:omw/runtime`. */
interface BuiltRuntime {
  kind(): string;
  run(): string | undefined;
  check(): void;
}

/** What {@link makeRuntime} is told, as JSON. */
interface Setup {
  script: string;
  filename: string;
  api: string;
  evaluated: string;
  importsName: string;
}

/** Runs in the component, as its module is made (so that a script that does not compile fails the build). */
function makeRuntime(
  install: Install,
  makeBridge: () => Bridge,
  load: () => unknown,
  { script, filename, api, evaluated, importsName }: Setup,
): BuiltRuntime {
  // What the toolchain's engine has beyond the language, and what a js brain's world goes without.
  for (const name of ["queueMicrotask", "DOMException", "btoa", "atob", "performance", "SharedArrayBuffer", "__cqjs", "wit"]) {
    delete (globalThis as Record<string, unknown>)[name];
  }
  const evaluate = eval;
  const { slice } = String.prototype;
  const rest = Function.prototype.call.bind(slice) as (text: string, from: number) => string;
  const { defineProperty } = Object;
  // Only compiled: what is in a function's body does not run.
  evaluate(`(function(){${script}\n})`);

  function finish(text: string): string | undefined {
    if (text === "") return undefined;
    if (text === "?") throw "the script's value is a promise: a built brain runs to its end in one go and settles none";
    if (text[0] === "=") return rest(text, 1);
    throw rest(text, 1);
  }

  return {
    kind: () => "wasm",
    check() {},
    run() {
      const { completed, threw } = install(makeBridge(), evaluated, api, filename);
      let text: string;
      try {
        const value = load();
        if (value !== undefined) defineProperty(globalThis, importsName, { value, configurable: true });
        text = completed(evaluate(script));
      } catch (thrown) {
        text = threw(thrown);
      }
      return finish(text);
    },
  };
}

/** The module's text, for componentize-qjs and the contract `wit/omw.wit`. */
export function builtModule({ script, filename, api, imports }: BuiltProgram): string {
  const setup = JSON.stringify({ script, filename, api: api ?? "", evaluated: EVALUATED, importsName } satisfies Setup);
  return `import * as host from "omw:omw/host";
import * as provider from "omw:omw/provider";
import * as tooling from "omw:omw/tooling";
const makeBridge = () => (${makeWitBridge})({ host, provider, tooling });
const load = () => {
${imports}
return typeof ${importsName} === "undefined" ? undefined : ${importsName};
};
export const runtime = (${makeRuntime})(${installerSource()}, makeBridge, load, ${setup});
`;
}
