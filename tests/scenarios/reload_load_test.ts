/**
 * Two hundred reloads while clients ask without a pause.
 */

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { freePort } from "../support/free_port.ts";
import { answering, SERVING } from "../support/serving.ts";
import { Workspace } from "../support/workspace.ts";

const RELOADS = 200;
const CLIENTS = 4;
const HOST = fileURLToPath(new URL("../support/measured_host.ts", import.meta.url));

/** Answers that a client may get: the reply of some version, the model away for a moment, or a reply that broke off. */
const ALLOWED = /^200 v\d+$|^503 model_unavailable \d+$|^50[23] (agent_failed|agent_silent)/;

class Clients {
  /** How often each answer came. */
  readonly answers = new Map<string, number>();
  readonly #url: string;
  readonly #heard = new Map<string, () => void>();
  #going = true;
  #work: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  /** Asks and asks. */
  go(): void {
    this.#going = true;
    this.#work = Promise.all(Array.from({ length: CLIENTS }, () => this.#client()));
  }

  /** Asks no more; resolves when every answer is there. */
  async rest(): Promise<void> {
    this.#going = false;
    await this.#work;
  }

  /** Resolves when this answer came. */
  heard(answer: string): Promise<void> {
    return this.answers.has(answer) ? Promise.resolve() : new Promise((resolve) => this.#heard.set(answer, resolve));
  }

  async #client(): Promise<void> {
    while (this.#going) {
      const answer = await this.#ask();
      this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
      this.#heard.get(answer)?.();
      this.#heard.delete(answer);
      // As a client that honours Retry-After, only quicker.
      await new Promise((resolve) => setTimeout(resolve, answer.startsWith("200") ? 1 : 5));
    }
  }

  async #ask(): Promise<string> {
    const response = await fetch(`${this.#url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"model":"m","messages":[{"role":"user","content":"hi"}]}`,
    });
    const body = await response.json();
    if (response.ok) return `200 ${body.choices[0].message.content}`;
    return `${response.status} ${body.error.code} ${response.headers.get("retry-after")}`;
  }
}

Deno.test("200 reloads under load: every request gets an answer, a 503 with Retry-After or an error, and memory does not grow", async () => {
  const port = freePort();
  const tunables = "[tunables]\nwatch_debounce_ms = 5\n";
  await using dir = await Workspace.with({
    "omw.toml": SERVING.replace("127.0.0.1:0", `127.0.0.1:${port}`) + tunables,
    "a.js": answering("v0"),
  });
  const args = ["run", "--no-prompt", "-A", "--v8-flags=--expose-gc", HOST, dir.path("omw.toml")];
  await using host = new Deno.Command(Deno.execPath(), { args, stdin: "piped", stdout: "piped", stderr: "inherit" }).spawn();
  const input = host.stdin.getWriter();
  const output = host.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const url = `http://127.0.0.1:${port}`;
  const clients = new Clients(url);
  const memory = async () => {
    await clients.rest();
    await input.write(new TextEncoder().encode("measure\n"));
    const { value } = await output.read();
    clients.go();
    return Number(value);
  };
  await up(url);
  clients.go();
  let early = 0;
  for (let i = 1; i <= RELOADS; i++) {
    await dir.write("a.js", answering(`v${i}`));
    await clients.heard(`200 v${i}`);
    if (i === 20) early = await memory();
  }
  const late = await memory();
  await clients.rest();
  await input.close();
  assert.equal((await host.status).code, 0);
  await output.cancel();
  const others = [...clients.answers.keys()].filter((answer) => !ALLOWED.test(answer));
  assert.deepEqual(others, []);
  assert.ok(late <= 1.1 * early, `after 20 reloads ${early} bytes, after 200 ${late}`);
});

/** Waits until the model would be answered. */
async function up(url: string): Promise<void> {
  const limit = Date.now() + 30_000;
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      async (response) => (await response.body?.cancel(), response.ok),
      () => false,
    );
    if (ready) return;
    if (Date.now() > limit) throw new Error("it never was ready");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
