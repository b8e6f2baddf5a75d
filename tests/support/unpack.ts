/**
 * Components that are committed compressed.
 * @module
 */

/** The component `tests/data/components/<name>.wasm.gz`. */
export async function unpack(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await Deno.open(new URL(`../data/components/${name}.wasm.gz`, import.meta.url));
  return await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).bytes();
}
