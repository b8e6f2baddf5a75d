/**
 * Deno's own cache.
 * @module
 */

/** Where it is. It is under `XDG_CACHE_HOME` too: what moves that for omw's cache must not take Deno's away. */
export function denoFolder(): string {
  return Deno.env.get("DENO_DIR") ?? `${Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`}/deno`;
}
