/**
 * The componentizing process: a module's text on stdin, a component on stdout (`encodeParts`, the part `component`); what is wrong with
 * the module is the head's `error`. Argument: the path of the contract.
 *
 * A process of its own because the toolchain is native code, which takes the permission to load libraries.
 * @module
 */

import { componentize } from "componentize-qjs";
import { encodeParts, writePieces } from "./transpiled.ts";

/**
 * Makes the component. The smaller of the toolchain's engines: it is two thirds of the size and as fast to build. `sync` because omw
 * runs brains as plain sequential programs.
 */
async function component(jsSource: string, witPath: string): Promise<Uint8Array<ArrayBuffer>> {
  const { component } = await componentize({ jsSource, witPath, world: "omw", sync: true, optSize: true });
  return new Uint8Array(component);
}

/** The toolchain's account of a module that does not load, as one line. */
function faultText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, " ").trim().slice(0, 2000);
}

if (import.meta.main) {
  const source = await new Response(Deno.stdin.readable).text();
  const pieces = await component(source, Deno.args[0] ?? "").then(
    (bytes) => encodeParts({ head: {}, parts: new Map([["component", bytes]]) }),
    (error) => encodeParts({ head: { error: faultText(error) }, parts: new Map() }),
  );
  await writePieces(Deno.stdout, pieces);
}
