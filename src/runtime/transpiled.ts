/**
 * What a component becomes, and its form as bytes: the same on the pipe from the transpiling process and in the disk cache. The other tools
 * that work in a process of their own answer in this form too (`tool_process.ts`).
 *
 * The form is one line of JSON (a head with names and lengths) and then the named parts one after the other, so that megabytes of
 * WebAssembly are neither escaped nor copied more than once.
 * @module
 */

/** A component as JavaScript glue and core modules, ready to be sent to a brain process. */
export interface Transpiled {
  /** The SHA-256 of the component's file in lower-case hex: what a warm brain process knows it by. */
  id: string;
  /** An ES module without imports that exports `instantiate(getCoreModule, imports, instantiateCore)`, in UTF-8. */
  glue: Uint8Array<ArrayBuffer>;
  /** The core modules by the name that the glue asks for. */
  cores: Map<string, Uint8Array<ArrayBuffer>>;
  /** The interfaces that the glue asks for, without versions. */
  imports: string[];
  /** Which shape the component embeds of each record that differs between revisions of the contract; see `component_shapes.ts`. */
  shapes: Record<string, string>;
}

/** A head and named parts, as `encodeParts` writes them. */
export interface Parts {
  /** Any JSON object. */
  head: Record<string, unknown>;
  /** The parts by name. */
  parts: Map<string, Uint8Array<ArrayBuffer>>;
}

const LINE_END = 10;

/** `head` and `parts` as pieces of bytes that follow one another. */
export function encodeParts({ head, parts }: Parts): Uint8Array<ArrayBuffer>[] {
  const lengths = [...parts].map(([name, bytes]) => [name, bytes.length]);
  return [new TextEncoder().encode(`${JSON.stringify({ head, parts: lengths })}\n`), ...parts.values()];
}

/**
 * Reads what `encodeParts` wrote; the parts are views of `bytes`.
 * @throws {SyntaxError} when it is nothing of the kind, or cut off
 */
export function decodeParts(bytes: Uint8Array<ArrayBuffer>): Parts {
  const end = bytes.indexOf(LINE_END);
  if (end < 0) throw new SyntaxError("the head has no end");
  const { head, parts: lengths } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as {
    head?: Record<string, unknown>;
    parts?: [string, number][];
  };
  if (typeof head !== "object" || head === null || !Array.isArray(lengths)) throw new SyntaxError("the head is malformed");
  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  let at = end + 1;
  for (const [name, length] of lengths) {
    if (typeof name !== "string" || !Number.isSafeInteger(length) || length < 0) throw new SyntaxError("the head is malformed");
    if (at + length > bytes.length) throw new SyntaxError(`the part ${name} is cut off`);
    parts.set(name, bytes.subarray(at, at + length));
    at += length;
  }
  if (at !== bytes.length) throw new SyntaxError("there is more than the parts that the head names");
  return { head, parts };
}

/** Writes pieces of bytes one after the other, each of them whole. */
export async function writePieces(
  to: { write(bytes: Uint8Array): Promise<number> },
  pieces: Iterable<Uint8Array>,
): Promise<void> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) at += await to.write(piece.subarray(at));
  }
}

/** The SHA-256 of `pieces` one after the other, in lower-case hex. */
export async function sha256(...pieces: Uint8Array<ArrayBuffer>[]): Promise<string> {
  const whole = pieces.length === 1 ? pieces[0]! : await new Blob(pieces).bytes();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
