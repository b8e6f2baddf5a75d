/**
 * An HTTP client that writes and reads bytes as it likes.
 * @module
 */

const encoder = new TextEncoder();

/** One connection. */
export class RawClient implements Disposable {
  readonly #conn: Deno.TcpConn;
  #decoder = new TextDecoder();
  /** Everything that was read. */
  text = "";

  private constructor(conn: Deno.TcpConn) {
    this.#conn = conn;
  }

  /** Connects to a port of this machine. */
  static async connect(port: number): Promise<RawClient> {
    return new RawClient(await Deno.connect({ hostname: "127.0.0.1", port }));
  }

  /** Writes all of `text`. */
  async write(text: string): Promise<void> {
    const bytes = encoder.encode(text);
    for (let at = 0; at < bytes.length;) at += await this.#conn.write(bytes.subarray(at));
  }

  /** Reads until what was read holds `mark` or the server closes; answers everything read so far. */
  async readTo(mark: string): Promise<string> {
    const buffer = new Uint8Array(65_536);
    while (!this.text.includes(mark)) {
      const count = await this.#conn.read(buffer).catch(() => null);
      if (count === null) break;
      this.text += this.#decoder.decode(buffer.subarray(0, count), { stream: true });
    }
    return this.text;
  }

  /** Reads until the server closes. */
  readAll(): Promise<string> {
    return this.readTo("\0");
  }

  /** Closes at once. */
  [Symbol.dispose](): void {
    try {
      this.#conn.close();
    } catch {
      // The test closed it already.
    }
  }
}

/** A chat request as bytes; `extra` are further header lines. */
export function chatRequest(body: unknown, extra: string[] = []): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const length = encoder.encode(text).length;
  const head = [
    "POST /v1/chat/completions HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    `Content-Length: ${length}`,
    ...extra,
  ];
  return `${head.join("\r\n")}\r\n\r\n${text}`;
}
