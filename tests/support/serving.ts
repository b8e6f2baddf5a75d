/**
 * A whole omw with an endpoint, as its clients see it.
 * @module
 */

import { Scenario, STEP_MS } from "./scenario.ts";
import { Workspace } from "./workspace.ts";

/** The head of a config with an endpoint on a free port, a js runtime, and one agent `a` on `a.js` that serves the model `m`. */
export const SERVING = `
[endpoint]
kind = "openai"
listen = "127.0.0.1:0"

[runtime.js]
kind = "js"

[[agents]]
name = "a"
runtime = "js"
script = "a.js"
`;

/** Tunables under which a test need not wait. */
export const QUICK = `
[tunables]
watch_debounce_ms = 30
reload_grace_secs = 1
`;

/**
 * A brain that answers each request with `text` and ends at a lifecycle event; `more` is code that sees every other event first and
 * may `continue`.
 */
export function answering(text: string, more = ""): string {
  return `
const lifecycle = omw.host.subscribeLifecycle();
const model = omw.host.subscribeEndpoint("m");
for (;;) {
  let event;
  try { event = omw.host.recv(); } catch (error) { if (error.message === "no event available") continue; throw error; }
  ${more}
  if (event.kind === "endpoint-message") {
    omw.host.streamEndpoint(event.payload.session, { content: ${JSON.stringify(text)}, finish_reason: "stop" });
  }
  if (event.id === lifecycle && event.kind !== "error") break;
}`;
}

/** What a client got. */
export interface Answer {
  /** The HTTP status. */
  status: number;
  /** The text of the reply; absent for an error. */
  text?: string;
  /** The error's code; absent for a reply. */
  code?: string;
  /** The header `Retry-After`. */
  retryAfter: string | null;
}

/** A running omw that serves. */
export class Serving implements AsyncDisposable {
  /** The program. */
  readonly omw: Scenario;
  /** The folder of its config and brains. */
  readonly dir: Workspace;
  /** Its root, such as `http://127.0.0.1:4711`. */
  readonly url: string;

  private constructor(omw: Scenario, dir: Workspace, url: string) {
    this.omw = omw;
    this.dir = dir;
    this.url = url;
  }

  /** Starts `omw` with these arguments in a folder with these files, and waits until it listens. */
  static async start(
    args: readonly string[],
    files: Record<string, string>,
    env: Record<string, string> = {},
  ): Promise<Serving> {
    return await Serving.startIn(await Workspace.with(files), args, env);
  }

  /** As `start`, and waits until an agent serves a model. */
  static async serve(
    args: readonly string[],
    files: Record<string, string>,
    env: Record<string, string> = {},
  ): Promise<Serving> {
    const serving = await Serving.start(args, files, env);
    await serving.omw.saw("host subscribe-endpoint");
    return serving;
  }

  /** As `start`, in a folder that is there already. */
  static async startIn(dir: Workspace, args: readonly string[], env: Record<string, string> = {}): Promise<Serving> {
    const omw = new Scenario(args, { cwd: dir.dir, env });
    try {
      const { address } = await omw.saw("endpoint listening");
      return new Serving(omw, dir, `http://${address}`);
    } catch (error) {
      await omw[Symbol.asyncDispose]();
      await dir[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The port. */
  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Asks a model for a buffered reply. */
  async ask(model = "m"): Promise<Answer> {
    const response = await this.request({ model, messages: [{ role: "user", content: "hi" }] });
    const { status, headers } = response;
    const body = await response.json();
    const retryAfter = headers.get("retry-after");
    if (status !== 200) return { status, code: body.error.code, retryAfter };
    return { status, text: body.choices[0].message.content, retryAfter };
  }

  /** Asks again until the answer is of the wanted text. @throws when it never is */
  async until(text: string, model = "m"): Promise<void> {
    const limit = Date.now() + STEP_MS;
    for (;;) {
      const answer = await this.ask(model);
      if (answer.text === text) return;
      if (Date.now() > limit) throw new Error(`never answered ${text}, at last ${JSON.stringify(answer)}\n${this.omw.report()}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Opens a streamed reply. */
  async stream(model = "m"): Promise<ClientStream> {
    const given = new AbortController();
    const body = { model, stream: true, messages: [{ role: "user", content: "hi" }] };
    return new ClientStream(await this.request(body, given.signal), given);
  }

  /** Sends a chat request. */
  request(body: unknown, signal?: AbortSignal): Promise<Response> {
    return fetch(`${this.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  }

  /** Ends the program, whatever state it is in, and removes the folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.omw[Symbol.asyncDispose]();
    await this.dir[Symbol.asyncDispose]();
  }
}

/** A streamed reply, event by event. */
export class ClientStream {
  /** The HTTP status. */
  readonly status: number;
  readonly #given: AbortController;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #rest = "";

  /** Reads a response; `given` gives the request up. */
  constructor(response: Response, given: AbortController) {
    this.status = response.status;
    this.#given = given;
    this.#reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next event's data, `[DONE]` among them; `undefined` at the end. Comments are passed over. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf("\n\n");
      if (end >= 0) {
        const event = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 2);
        if (event.startsWith("data: ")) return event.slice(6);
        continue;
      }
      const { value, done } = await this.#reader.read();
      if (done) return undefined;
      this.#rest += value;
    }
  }

  /** Reads to the end: the whole text, and how it ended, which is a finish reason, an error's code, or nothing. */
  async rest(): Promise<{ text: string; end: string | undefined; done: boolean }> {
    let text = "";
    let end: string | undefined;
    let done = false;
    for (let data = await this.next(); data !== undefined; data = await this.next()) {
      if (data === "[DONE]") {
        done = true;
        continue;
      }
      const { choices, error } = JSON.parse(data);
      if (error !== undefined) end = error.code;
      const choice = choices?.[0];
      text += choice?.delta.content ?? "";
      end = choice?.finish_reason ?? end;
    }
    return { text, end, done };
  }

  /** Leaves: the connection is closed. */
  leave(): void {
    this.#given.abort();
  }
}
