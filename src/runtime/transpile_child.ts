/**
 * The transpiling process: a component's file on stdin, its glue and core modules on stdout (`encodeParts`), a fault as the head's
 * `error`. Argument: the file's form, `wasm` or `wat`.
 *
 * A process of its own because transpiling is up to 5 s of WebAssembly that cannot be interrupted, with a memory that is never given
 * back; and because the transpiler's WASI wants the whole environment, which the host process has no permission for. Everything
 * is revoked before a byte of the component is looked at.
 * @module
 */

import { encodeParts, type Parts, writePieces } from "./transpiled.ts";

/** The glue's name for the component; its core modules are called `c.core.wasm`, `c.core2.wasm`, … */
const NAME = "c";

/** Reads stdin, transpiles, writes stdout, and ends the process. What fails before the component is looked at is its own failure. */
export async function main(format: string): Promise<never> {
  const transpile = await loadTranspiler(format);
  const file = await new Response(Deno.stdin.readable).bytes();
  const parts = await transpile(file).catch((error: unknown) => ({ head: { error: faultText(error) }, parts: new Map() }));
  await writePieces(Deno.stdout, encodeParts(parts));
  Deno.exit(0);
}

async function loadTranspiler(format: string): Promise<(file: Uint8Array) => Promise<Parts>> {
  const { $init, generate } = await import("@bytecodealliance/jco-transpile/component");
  await $init;
  const wat = format === "wat" ? (await import("./wat.ts")).parseWat : undefined;
  await wat?.("(component)");
  // The transpiler is itself such glue: it looks for a debug flag in `process.env` at every call, which takes a permission and time.
  Object.defineProperty(globalThis, "process", { value: { env: {} } });
  for (const name of ["read", "write", "net", "env", "run", "sys", "ffi"] as const) Deno.permissions.revokeSync({ name });
  return async (file) => {
    const component = wat === undefined ? file : await wat(new TextDecoder("utf-8", { fatal: true }).decode(file));
    const { files, imports, exports } = generate(component, {
      name: NAME,
      instantiation: { tag: "sync" },
      map: [],
      noComponentErrorWrapping: true,
      base64Cutoff: 0,
    });
    const parts = new Map(files as [string, Uint8Array<ArrayBuffer>][]);
    return { head: { imports, exports: exports.map(([name]) => name) }, parts };
  };
}

function faultText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, " ").trim().slice(0, 1000);
}

if (import.meta.main) await main(Deno.args[0] ?? "wasm");
