/** The example of a deployment: what the assets have, put where a deployment puts it. */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { parse } from "smol-toml";
import { inFolder } from "../support/folder.ts";
import { freePort } from "../support/free_port.ts";
import { omw } from "../support/omw.ts";
import { Scenario } from "../support/scenario.ts";
import { readSource } from "../support/source_files.ts";
import { chunk, END, head, type Step, Upstream } from "../support/upstream.ts";
import { askModel } from "./support/ask_model.ts";

const config = readSource("assets/omw.example.toml");
const variables = readSource("assets/omw.example.env");

/** The folders of a deployment: the config in one, the brain in the workspace, which is the working folder. */
async function deployed(body: (workspace: string, configFile: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const workspace = join(folder, "workspace");
    await Deno.mkdir(join(folder, "etc"));
    await Deno.mkdir(workspace);
    await Deno.writeTextFile(join(folder, "etc/omw.toml"), config);
    await Deno.writeTextFile(join(workspace, "brain.rhai"), readSource("assets/brain.example.rhai"));
    await body(workspace, join(folder, "etc/omw.toml"));
  });
}

/** The lines of the environment file that set something, commented out or not, as an engine or systemd reads them. */
function settings(comments: boolean): [string, string][] {
  const lines = variables.split("\n").filter((line) => (comments ? /^#?\w+=/ : /^\w+=/).test(line));
  return lines.map((line) => [line.slice(line.startsWith("#") ? 1 : 0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]);
}

/** A reply of the model's service, in pieces. */
function* reply(...pieces: string[]): Iterable<Step> {
  yield head();
  for (const content of pieces) {
    yield chunk(`data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: null }] })}\n\n`);
  }
  yield chunk(`data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n`);
  yield chunk("data: [DONE]\n\n");
  yield END;
}

Deno.test("the example's config is in order, with its own environment and without", async () => {
  await deployed(async (cwd, path) => {
    for (const env of [{}, Object.fromEntries(settings(false)), Object.fromEntries(settings(true))]) {
      const { code, stdout, stderr } = await omw(["check", "--config", path], { cwd, env });
      deepStrictEqual([code, stderr], [0, ""]);
      match(stdout, /in order: 1 agent, 1 provider, 0 tooling/);
    }
  });
});

Deno.test("what the example's config has in comments is in order too", async () => {
  const shown = config.split("\n").filter((line) => /^#\s{3,}\S/.test(line)).map((line) => line.replace(/^#\s+/, ""));
  const tooling = shown.slice(shown.findIndex((line) => line.startsWith("[")));
  strictEqual(tooling.filter((line) => line.startsWith("[")).length, 2);
  deepStrictEqual(Object.keys(parse(tooling.join("\n"))), ["tooling"]);
  await deployed(async (cwd, path) => {
    await Deno.writeTextFile(path, `${config}\n${tooling.join("\n")}\n`);
    const { code, stdout, stderr } = await omw(["check", "--config", path], { cwd });
    deepStrictEqual([code, stderr], [0, ""]);
    match(stdout, /2 tooling/);
  });
});

Deno.test("the example's environment holds no secret, and no line that systemd and Docker read differently", () => {
  for (const [name, value] of settings(true)) {
    match(name, /^OMW_[A-Z0-9_]+$/);
    ok(!/["'\\$\s]/.test(value), `${name} would be read in different ways`);
    if (name.endsWith("KEY") || name.includes("KEYS")) match(value, /^replace-me/);
  }
});

Deno.test("the example's agent passes requests on to the service and its replies back, and failures as a sentence", async () => {
  await using upstream = await Upstream.start(function* (_request, number) {
    if (number === 0) yield* reply("Hello ", "from ", "outside.");
    else yield { send: "HTTP/1.1 401 Unauthorized\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno" };
  });
  await deployed(async (cwd, path) => {
    const port = freePort();
    await using running = new Scenario(["loop", "--config", path], {
      cwd,
      env: {
        ...Object.fromEntries(settings(false)),
        OMW__ENDPOINT__LISTEN: `127.0.0.1:${port}`,
        OMW__PROVIDERS__OPENAI__BASE_URL: `${upstream.url}/v1`,
        OMW__TUNABLES__ALLOW_UNLOCKED_SECRETS: "true",
      },
    });
    await running.saw("agent iteration starting");
    strictEqual(await askModel(port, "assistant"), "Hello from outside.");
    const [request] = upstream.requests;
    strictEqual(request?.headers.get("authorization"), "Bearer replace-me");
    strictEqual(JSON.parse(request?.body ?? "{}").model, "gpt-5-mini");
    match(await askModel(port, "assistant"), /^The model failed/);
    running.signal("SIGTERM");
    strictEqual(await running.end(), 0, running.report());
  });
});
