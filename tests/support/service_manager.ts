/**
 * A service manager's end of sd_notify(3): a datagram socket in a process of its own.
 * @module
 */

import { STEP_MS } from "./scenario.ts";

/** Binds the address and tells each datagram on standard output. */
const PROGRAM = `
const socket = Deno.listenDatagram({ transport: "unixpacket", path: JSON.parse(Deno.args[0]) });
console.log("bound");
for await (const [bytes] of socket) console.log(JSON.stringify(new TextDecoder().decode(bytes)));
`;

/** A manager that listens. */
export class ServiceManager implements AsyncDisposable {
  /** Every message so far. */
  readonly messages: string[] = [];
  readonly #child: Deno.ChildProcess;
  readonly #read: Promise<void>;
  #news = Promise.withResolvers<void>();

  private constructor(child: Deno.ChildProcess, lines: ReadableStreamDefaultReader<string>) {
    this.#child = child;
    this.#read = this.#collect(lines);
  }

  /** Listens at `path`; one that begins with a zero byte is abstract. */
  static async start(path: string): Promise<ServiceManager> {
    const program = `data:text/typescript,${encodeURIComponent(PROGRAM)}`;
    const args = ["run", "--no-config", "--no-check", "--unstable-net", "-A", program, JSON.stringify(path)];
    const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();
    const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value } = await lines.read();
    if (value !== "bound\n") throw new Error(`the manager's socket could not be bound: ${value}`);
    return new ServiceManager(child, lines);
  }

  /** Resolves when so many messages match. @throws when they do not come */
  async got(pattern: RegExp, count = 1): Promise<void> {
    const late = setTimeout(() => {
      this.#news.reject(new Error(`never told: ${pattern}, but ${JSON.stringify(this.messages)}`));
    }, STEP_MS);
    try {
      while (this.messages.filter((message) => pattern.test(message)).length < count) await this.#news.promise;
    } finally {
      clearTimeout(late);
    }
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.status;
    await this.#read;
  }

  async #collect(lines: ReadableStreamDefaultReader<string>): Promise<void> {
    let rest = "";
    for (let part = await lines.read(); !part.done; part = await lines.read()) {
      const whole = (rest + part.value).split("\n");
      rest = whole.pop() ?? "";
      this.messages.push(...whole.map((line) => JSON.parse(line)));
      this.#news.resolve();
      this.#news = Promise.withResolvers();
    }
  }
}
