/**
 * The components that tests run: built by real toolchains, written as text, or the reference's own.
 * @module
 */

import { ComponentCache } from "../../src/runtime/component_cache.ts";
import { Transpiler } from "../../src/runtime/transpile.ts";
import type { Transpiled } from "../../src/runtime/transpiled.ts";
import { unpack } from "./unpack.ts";

/** The revisions of the contract that the probe is built for. */
export type ProbeRevision = "c" | "e";

/** Test processes share what they transpiled: the largest component takes seconds. */
const cache = new ComponentCache({
  folder: `${Deno.env.get("TMPDIR") ?? "/tmp"}/omw-test-components`,
  warn: (message) => {
    throw new Error(message);
  },
});

const transpiler = new Transpiler({ cache });

/** Transpiles the component in a file. */
export function componentAt(path: string): Promise<Transpiled> {
  return transpiler.load(path, new AbortController().signal);
}

/** Transpiles a component given as text. */
export function componentOf(wat: string): Promise<Transpiled> {
  return transpiler.transpile("test.wat", new TextEncoder().encode(wat), new AbortController().signal);
}

/** Transpiles the component `tests/data/components/<name>.wasm.gz`. */
export async function packedComponent(name: string): Promise<Transpiled> {
  return await transpiler.transpile(`${name}.wasm`, await unpack(name), new AbortController().signal);
}

/** The brain `tests/data/components/probe.js`, built for a revision of the contract. */
export async function probe(revision: ProbeRevision): Promise<Transpiled> {
  return await packedComponent(`probe_${revision}`);
}

/**
 * Where the reference's interpreter components are (`omw-wasm-js-interpreter.component.wasm`, …): the folder that
 * `OMW_REFERENCE_COMPONENTS` names, else what the tool beside the repository prints; or why there are none.
 */
export async function referenceComponents(): Promise<{ folder: string } | { missing: string }> {
  const folder = Deno.env.get("OMW_REFERENCE_COMPONENTS");
  if (folder) return { folder };
  const tool = new URL("../../../shared/tools/reference-components", import.meta.url).pathname;
  try {
    const { success, stdout, stderr } = await new Deno.Command("sh", { args: [tool] }).output();
    const decoder = new TextDecoder();
    return success ? { folder: decoder.decode(stdout).trim() } : { missing: decoder.decode(stderr).trim() };
  } catch (error) {
    return { missing: (error as Error).message };
  }
}
