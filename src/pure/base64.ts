/**
 * Base64 as the scripts' `base64-encode` and `base64-decode` know it: the standard alphabet, padded (RFC 4648 §4).
 * @module
 */

/** Encodes bytes; padded, in one line. */
export function encodeBase64(bytes: Uint8Array): string {
  return bytes.toBase64();
}

/**
 * Decodes strictly: padding is required, white space is not skipped, and bits that the last symbol leaves over must be zero.
 * @throws {SyntaxError} with the reference's text (facts §4.9), such as `Invalid symbol 33, offset 0.`; symbols and offsets are
 * those of the text's UTF-8 bytes
 */
export function decodeBase64(text: string): Uint8Array {
  try {
    const bytes = Uint8Array.fromBase64(text, { lastChunkHandling: "strict" });
    // The built-in decoder skips white space. Without any, four symbols stand for each three bytes begun.
    if (text.length === 4 * Math.ceil(bytes.length / 3)) return bytes;
  } catch {
    // The built-in text would not tell where the fault is.
  }
  throw new SyntaxError(faultOf(new TextEncoder().encode(text)));
}

const PAD = 61;

/** The value of a symbol; `undefined` for a byte outside the alphabet. */
function valueOf(byte: number): number | undefined {
  if (byte >= 65 && byte <= 90) return byte - 65;
  if (byte >= 97 && byte <= 122) return byte - 71;
  if (byte >= 48 && byte <= 57) return byte + 4;
  return byte === 43 ? 62 : byte === 47 ? 63 : undefined;
}

/**
 * What is wrong with a text that does not decode, in the words of the reference's decoder and in its order of looking: a stray
 * last byte first, then every quad but the last, where padding is no symbol, then the last one.
 */
function faultOf(input: Uint8Array): string {
  const last = input.length - 1;
  const stray = input[last];
  if (input.length % 4 === 1 && stray !== undefined && stray !== PAD && valueOf(stray) === undefined) {
    return invalidSymbol(stray, last);
  }

  const tail = Math.max(0, Math.ceil(input.length / 4) - 1) * 4;
  for (let offset = 0; offset < tail; offset++) {
    const byte = input[offset];
    if (byte !== undefined && valueOf(byte) === undefined) return invalidSymbol(byte, offset);
  }
  return faultOfTail(input.subarray(tail), tail);
}

/** The same for the last quad, which begins at `start` and may be short or padded. */
function faultOfTail(quad: Uint8Array, start: number): string {
  let symbols = 0;
  let lastSymbol = 0;
  for (const [offset, byte] of quad.entries()) {
    if (byte === PAD) {
      if (offset < 2) return invalidSymbol(byte, start + offset);
      continue;
    }
    // A symbol after padding: the padding is what should not be there.
    if (symbols < offset) return invalidSymbol(PAD, start + symbols);
    if (valueOf(byte) === undefined) return invalidSymbol(byte, start + offset);
    lastSymbol = byte;
    symbols++;
  }
  if (symbols < 2) return `Invalid input length: ${start + symbols}`;
  if (quad.length < 4) return "Invalid padding";
  const symbol = String.fromCharCode(lastSymbol);
  const code = lastSymbol.toString(16).padStart(2, "0");
  const bits = (valueOf(lastSymbol) ?? 0).toString(2).padStart(8, "0");
  return `Invalid last symbol 0x${code} ('${symbol}') at offset ${start + symbols - 1}, decoded as 0b${bits}.`;
}

function invalidSymbol(byte: number, offset: number): string {
  return `Invalid symbol ${byte}, offset ${offset}.`;
}
