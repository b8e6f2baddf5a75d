/**
 * Changes the config under a running agent: starts `omw run --watch` on a copy of this case, and once the agent has asked its model
 * twice, gives it another model. The same run goes on (its counter does) and hears the new one. Then it is asked to end.
 *
 * Run it with `deno run -A examples/12-config-reload/reload.ts [js|rhai|wasm]`.
 * @module
 */

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { print } from "../library/print.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const variant = Deno.args[0] ?? "js";
const before = "I am the first model";
const after = "I am the second model";

/** Far longer than it takes on a busy machine; then something is wrong, and nobody should wait for it. */
const LIMIT_MS = 60_000;

const folder = await Deno.makeTempDir({ prefix: "omw-reload-" });
const config = join(folder, "omw.test.toml");
try {
  for await (const { name } of Deno.readDir(join(here, variant))) {
    await Deno.copyFile(join(here, variant, name), join(folder, name));
  }
  await followed(new Deno.Command(join(here, "../../bin/omw"), {
    args: ["run", "--watch", "--config", config, "--log-format", "pipe"],
    // The launcher finds Deno by its name.
    env: { PATH: `${dirname(Deno.execPath())}:${Deno.env.get("PATH") ?? ""}`, OMW_LOG: "info" },
    stdin: "null",
    stderr: "piped",
  }).spawn());
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function followed(omw: Deno.ChildProcess): Promise<void> {
  const limit = setTimeout(() => omw.kill("SIGKILL"), LIMIT_MS);
  for await (const line of linesOf(omw.stderr)) {
    if (!line.startsWith("{")) continue; // the line for people that a fault ends with
    const { message } = JSON.parse(line);
    if (/^(?:answer|asked|configuration reloaded)/.test(message)) await print(message);
    if (message === `answer 2: ${before}`) await replaceConfig();
    if (message.endsWith(after)) omw.kill("SIGTERM");
  }
  clearTimeout(limit);
  Deno.exitCode = (await omw.status).code;
}

/** Written beside it and renamed, as editors do: nobody ever sees half a config. */
async function replaceConfig(): Promise<void> {
  const text = await Deno.readTextFile(config);
  await Deno.writeTextFile(`${config}.new`, text.replace(before, after));
  await Deno.rename(`${config}.new`, config);
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}
