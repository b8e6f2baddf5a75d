/**
 * `omw build`: makes a component of a brain in JavaScript or TypeScript.
 * @module
 */

import { resolve } from "node:path";
import { builtModule, importsName } from "../brain/built_brain.ts";
import { buildComponent } from "../runtime/build_component.ts";
import { importedInterfaces } from "../runtime/component_imports.ts";
import type { Invocation } from "./options.ts";
import { isStandardOutput, writeError, writeOut } from "./output.ts";
import { writeOutput } from "./output_file.ts";

/**
 * Writes the component, and says on standard output, or on standard error when the component goes there, how large it is and what it
 * imports. Resolves with 0.
 */
export async function build({ argument, output, values }: Invocation): Promise<number> {
  const entry = argument ?? "";
  const path = output ?? entry.replace(/\.[cm]?[jt]s$/, "") + ".wasm";
  const toOutput = isStandardOutput(path);
  if (!toOutput && resolve(path) === resolve(entry)) {
    throw new Error(`cannot write ${JSON.stringify(path)}: it is the brain itself`);
  }
  const component = await buildComponent(entry, {
    importsName,
    compose: (parts) => builtModule({ ...parts, ...values.api === "0.1.10" && { api: values.api } }),
    signal: new AbortController().signal,
  });
  await writeOutput(path, component);
  const summary = `${toOutput ? "the component" : path}: ${component.length} bytes\n${
    importLines(importedInterfaces(component))
  }`;
  await (toOutput ? writeError(summary) : writeOut(summary));
  return 0;
}

/** The imports, WASI's in one line: a brain that was built uses nothing of it but clocks, random numbers and its output. */
function importLines(imports: readonly string[]): string {
  const own = imports.filter((name) => !name.startsWith("wasi:"));
  const wasi = imports.filter((name) => name.startsWith("wasi:")).map((name) => name.slice("wasi:".length));
  const lines = own.map((name) => `imports ${name}\n`);
  if (wasi.length > 0) lines.push(`imports wasi: ${wasi.join(", ")} (the engine's own; no grant is needed)\n`);
  return lines.join("");
}
