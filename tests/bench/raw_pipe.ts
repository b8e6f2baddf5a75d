/**
 * The calibration's host: what a bare pipe to a child process does with the same lines.
 * @module
 */

import { fileURLToPath } from "node:url";

const CHILD = fileURLToPath(new URL("./raw_child.ts", import.meta.url));

interface RawChild {
  write(text: string): Promise<void>;
  lines: AsyncGenerator<string>;
  close(): Promise<void>;
}

function start(...args: string[]): RawChild {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-config", "--no-lock", CHILD, ...args],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const encoder = new TextEncoder();
  async function* lines(): AsyncGenerator<string> {
    let rest = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split("\n");
      rest = parts.pop()!;
      yield* parts;
    }
  }
  return {
    write: (text) => writer.write(encoder.encode(text)),
    lines: lines(),
    async close() {
      await writer.close().catch(() => {});
      await child.status;
    },
  };
}

/** Milliseconds that `count` of these lines take to be carried and parsed. */
export async function rawLines(count: number, line: (i: number) => string): Promise<number> {
  const child = start("read", String(count));
  await child.lines.next();
  const started = performance.now();
  for (let i = 0; i < count;) {
    let text = "";
    // As many as travel in one window of the protocol.
    for (const end = Math.min(count, i + 256); i < end; i++) text += line(i) + "\n";
    await child.write(text);
  }
  await child.lines.next();
  const took = performance.now() - started;
  await child.close();
  return took;
}

/** Milliseconds that `count` round trips take, by the child's clock. */
export async function rawTrips(count: number): Promise<number> {
  const child = start("trips", String(count));
  await child.lines.next();
  for await (const line of child.lines) {
    if (line.startsWith("done ")) {
      await child.close();
      return Number(line.slice(5));
    }
    const { i } = JSON.parse(line);
    await child.write(`{"t":"re","r":1,"i":${i},"v":false}\n`);
  }
  throw new Error("the child ended early");
}
