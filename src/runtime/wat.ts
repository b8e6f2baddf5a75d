/**
 * WebAssembly text to a component's bytes, for `.wat` files and tests.
 * @module
 */

/**
 * Parses a component in the text format. Runs in the transpiling process only: the parser is 2.4 MB of WebAssembly, loaded here.
 *
 * Texts that write `(memory $i "name")` where newer tools want `(memory (core memory $i "name"))` are accepted when
 * `WAST_STRICT_COMPONENT_INDICES` is `0` as this module loads, which is how that process is started.
 * @throws {SyntaxError} naming line, column and fault
 */
export async function parseWat(text: string): Promise<Uint8Array> {
  const { parse } = await import("@bytecodealliance/jco-transpile/wasm-tools");
  try {
    return await parse(text);
  } catch (cause) {
    throw new SyntaxError(watFault(cause instanceof Error ? cause.message : String(cause)), { cause });
  }
}

/** One line from the parser's own account of an error, which is a dump of its data structures; the whole of it when that is no use. */
export function watFault(dump: string): string {
  const place = /Text \{ line: (\d+), col: (\d+)/.exec(dump);
  const reason = /Custom\("((?:[^"\\]|\\.)*)"\)/.exec(dump)?.[1]?.replaceAll('\\"', '"') ??
    /kind: (?:Lex\()?(\w+)/.exec(dump)?.[1];
  if (place === null || reason === undefined) return dump.replaceAll(/\s+/g, " ").slice(0, 500);
  return `line ${Number(place[1]) + 1}, column ${Number(place[2]) + 1}: ${reason}`;
}
