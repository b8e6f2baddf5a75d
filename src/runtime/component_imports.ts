/**
 * What a component imports, read from its bytes: faster by seconds than asking the transpiler.
 * @module
 */

/** The component model's binary format: the section of imports, and an import that is an instance. */
const IMPORT_SECTION = 10;
const INSTANCE = 5;

/** Magic, version and layer. */
const HEAD_BYTES = 8;

/**
 * The interfaces that a component imports, in order. Imports of other kinds, which no WIT world of interfaces has, are passed over with
 * the rest of their section, and so is what is cut off.
 * @param component its bytes, checked to be a component
 */
export function importedInterfaces(component: Uint8Array): string[] {
  const names: string[] = [];
  const reader = new Reader(component, HEAD_BYTES);
  while (!reader.atEnd) {
    const section = reader.byte();
    const length = reader.number();
    const end = reader.at + length;
    if (section === IMPORT_SECTION) readImports(new Reader(component.subarray(0, end), reader.at), names);
    reader.at = end;
  }
  return names;
}

function readImports(reader: Reader, names: string[]): void {
  for (let count = reader.number(); count > 0 && !reader.atEnd; count--) {
    reader.byte(); // Which kind of name it is; both are texts.
    const name = reader.text();
    if (reader.byte() !== INSTANCE) return;
    reader.number(); // The instance's type.
    names.push(name);
  }
}

/** Reads bytes one after the other; beyond the end there are zeros. */
class Reader {
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  get atEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.at++] ?? 0;
  }

  /** An unsigned LEB128 of at most 32 bits. */
  number(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    return value;
  }

  text(): string {
    const length = this.number();
    const start = this.at;
    this.at += length;
    return new TextDecoder().decode(this.#bytes.subarray(start, this.at));
  }
}
