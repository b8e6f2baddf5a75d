/**
 * The endpoint rows' load, in a process of its own: `fetch` for whole replies, as clients do; raw connections for streams, so that reading
 * does not become the slowest part. It prints one line of JSON.
 *
 * `sequential PORT N`: N requests one after the other; the median time of one in ms.
 * `parallel PORT CONNECTIONS MS`: requests per second over so many clients at once.
 * `stream PORT SESSIONS DELTAS`: streamed replies at once; deltas per second over all, and each one's end in ms.
 * `hold PORT SESSIONS`: opens so many streamed replies, prints, and keeps them until it is killed.
 * @module
 */

const [mode, ...numbers] = Deno.args;
const [port = 0, first = 0, second = 0] = numbers.map(Number);
const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");

function request(content: string): Uint8Array<ArrayBuffer> {
  const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content }] });
  const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
  return encoder.encode(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
}

/** What every delta of the brain and of the calibration holds once. */
const PIECE = "token ";

class Connection {
  readonly #conn: Deno.TcpConn;
  readonly #buffer = new Uint8Array(64 * 1024);

  private constructor(conn: Deno.TcpConn) {
    this.#conn = conn;
  }

  static async open(): Promise<Connection> {
    const conn = await Deno.connect({ hostname: "127.0.0.1", port });
    conn.setNoDelay(true);
    return new Connection(conn);
  }

  async read(): Promise<string> {
    const count = await this.#conn.read(this.#buffer);
    if (count === null) throw new Error("the server closed the connection");
    return decoder.decode(this.#buffer.subarray(0, count));
  }

  async begin(bytes: Uint8Array): Promise<void> {
    await this.#conn.write(bytes);
  }

  /** Reads a streamed reply up to its last frame, and counts the pieces of text; a read may cut any of them. */
  async toEnd(): Promise<number> {
    let count = 0;
    let tail = "";
    for (let done = false; !done;) {
      const text = tail + await this.read();
      const cut = text.lastIndexOf("\n") + 1;
      tail = text.slice(cut);
      for (let at = text.indexOf(PIECE); at >= 0 && at < cut; at = text.indexOf(PIECE, at + PIECE.length)) count++;
      done = text.includes("[DONE]");
    }
    return count;
  }
}

const hello = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hello" }] });

/** One buffered reply. */
async function ask(): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: hello,
  });
  if (!response.ok) throw new Error(await response.text());
  await response.json();
}

async function sequential(count: number): Promise<unknown> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
  }
  return { p50: times.sort((a, b) => a - b)[count >> 1] };
}

async function parallel(connections: number, ms: number): Promise<unknown> {
  const each = Array.from({ length: connections });
  await Promise.all(each.map(ask));
  const started = performance.now();
  let count = 0;
  await Promise.all(each.map(async () => {
    for (; performance.now() - started < ms; count++) await ask();
  }));
  return { perSecond: count / (performance.now() - started) * 1000 };
}

async function streams(sessions: number, deltas: number): Promise<unknown> {
  const all = await Promise.all(Array.from({ length: sessions }, () => Connection.open()));
  const asked = request(String(deltas));
  const started = performance.now();
  const ends = await Promise.all(all.map(async (connection) => {
    await connection.begin(asked);
    const count = await connection.toEnd();
    if (count !== deltas) throw new Error(`${count} of ${deltas} deltas arrived`);
    return performance.now() - started;
  }));
  return { perSecond: sessions * deltas / Math.max(...ends) * 1000, ends };
}

async function hold(sessions: number): Promise<unknown> {
  for (let i = 0; i < sessions; i++) {
    const connection = await Connection.open();
    await connection.begin(request("0"));
  }
  return {};
}

const modes: Record<string, () => Promise<unknown>> = {
  sequential: () => sequential(first),
  parallel: () => parallel(first, second),
  stream: () => streams(first, second),
  hold: () => hold(first),
};
Deno.stdout.writeSync(encoder.encode(`${JSON.stringify(await modes[mode!]!())}\n`));
if (mode === "hold") await new Promise(() => setInterval(() => {}, 60_000));
Deno.exit(0);
