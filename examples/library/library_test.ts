import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { Workspace } from "../../tests/support/workspace.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Starts one of the files as a program. */
function start(file: string, ...args: string[]): Deno.ChildProcess {
  const all = ["run", "--no-prompt", "--allow-all", `${folder}${file}`, ...args];
  return new Deno.Command(Deno.execPath(), { args: all, stdin: "null", stdout: "piped", stderr: "piped" }).spawn();
}

/** What a file prints; it must end well. */
async function printed(file: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await start(file, ...args).output();
  strictEqual(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("embed.ts runs the agents of a config file", async () => {
  strictEqual(await printed("embed.ts"), "every agent has ended\n");
});

Deno.test("observe.ts shows each call as it is made, and holds the recording against assertions", async () => {
  strictEqual(await printed("observe.ts"), 'alice: calls chat\nalice: exits with "Good morning!"\nas asserted\n');
});

Deno.test("test_agent.ts gives a verdict on each agent", async () => {
  strictEqual(await printed("test_agent.ts"), "alice: passed\n");
});

Deno.test("custom_kinds.ts runs an agent on back ends of its own, and cannot replace a kind", async () => {
  deepStrictEqual((await printed("custom_kinds.ts")).split("\n"), [
    'refused: duplicate provider kind "openai": register each kind once',
    "alice exits with: it is 7 o'clock it is 7 o'clock ",
    "",
  ]);
});

Deno.test("watch.ts runs an agent again when its brain's file changes", async () => {
  await using workspace = await Workspace.with({});
  for (const name of ["omw.toml", "brain.js"]) await Deno.copyFile(`${folder}${name}`, workspace.path(name));
  const child = start("watch.ts", "1", workspace.dir);
  let shown = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    shown += text;
    if (shown === "first run\n") await workspace.write("brain.js", "'changed';");
  }
  match(shown, /^first run\nchanged: alice\n$/);
  strictEqual((await child.status).code, 0);
  await child.stderr.cancel();
});
