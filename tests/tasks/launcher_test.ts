import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { VERSION } from "../../src/protocol/version.ts";
import { inFolder } from "../support/folder.ts";
import { readSource, root } from "../support/source_files.ts";

const launcher = join(root, "bin/omw");

async function launch(program: string, options: Deno.CommandOptions): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await new Deno.Command(program, { ...options, stdin: "null" }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Links the programs of these names, as the test finds them, into a folder: a machine that has nothing else. */
async function linkPrograms(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const found = await launch("/bin/sh", { args: ["-c", `command -v ${name}`] });
    await Deno.symlink(found.stdout.trim(), join(folder, name));
  }
}

Deno.test("bin/omw works from any folder, whatever project lies there, and through symbolic links", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, "deno.json"), `{ "imports": { "commander": "./no.ts" }, "lock": false }`);
    await Deno.writeTextFile(join(folder, "package.json"), `{ "type": "commonjs", "dependencies": { "zod": "1.0.0" } }`);
    await Deno.mkdir(join(folder, "bin dir"));
    await Deno.symlink(launcher, join(folder, "bin dir/omw-1"));
    await Deno.symlink("omw-1", join(folder, "bin dir/omw"));
    for (const program of [launcher, join(folder, "bin dir/omw")]) {
      const { code, stdout, stderr } = await launch(program, { args: ["help"], cwd: folder });
      deepStrictEqual([code, stderr], [0, ""]);
      match(stdout, /^Usage: omw/);
    }
    const path = `${join(folder, "bin dir")}:${Deno.env.get("PATH")}`;
    strictEqual(
      (await launch("/bin/sh", { args: ["-c", "omw --version"], cwd: "/", env: { PATH: path } })).stdout,
      `${VERSION}\n`,
    );
  });
});

Deno.test("bin/omw works as the script of a shell that stands in its folder, by its name or a link's", async () => {
  for (const name of ["omw", "omw-test"]) {
    const { code, stdout, stderr } = await launch("/bin/sh", { args: [name, "--help"], cwd: join(root, "bin") });
    deepStrictEqual([code, stderr], [0, ""], name);
    match(stdout, /^Usage: omw/);
  }
});

Deno.test("bin/omw passes arguments on as they are", async () => {
  const { code, stderr } = await launch(launcher, { args: ["run", "--config", "a b  'c\"$HOME*.toml", "--log-format", "tty"] });
  strictEqual(code, 1);
  match(stderr, /a b {2}'c\\?"\$HOME\*\.toml/);
});

Deno.test("bin/omw without deno on the PATH starts the one that npx brings, with nothing in between", async () => {
  await inFolder(async (folder) => {
    await linkPrograms(folder, ["dirname", "readlink", "sh"]);
    // What npx does is npm's concern; this one answers as it would, with the Deno that runs the test.
    const npx = `#!/bin/sh\n[ "$1 $2" = "-y deno@2.9.6" ] || exit 9\nshift 2\nexec "${Deno.execPath()}" "$@"\n`;
    await Deno.writeTextFile(join(folder, "npx"), npx, { mode: 0o755 });
    const env = { PATH: folder, HOME: Deno.env.get("HOME") ?? "" };
    const { code, stdout, stderr } = await launch(launcher, { args: ["--version"], env, clearEnv: true });
    deepStrictEqual([code, stdout, stderr], [0, `${VERSION}\n`, ""]);
  });
});

Deno.test("bin/omw says what to install when there is neither deno nor npx", async () => {
  await inFolder(async (folder) => {
    await linkPrograms(folder, ["dirname", "readlink", "sh"]);
    const { code, stderr } = await launch(launcher, { args: ["--version"], env: { PATH: folder }, clearEnv: true });
    strictEqual(code, 1);
    match(stderr, /^omw: neither deno nor npx is on the PATH; install .*\n$/);
  });
});

Deno.test("bin/omw grants the host what it needs, not everything", () => {
  const [, start = ""] = /^exec ([^]*)$/m.exec(readSource("bin/omw")) ?? [];
  const granted = ["read", "write", "net", "env", "run", "ffi"].map((kind) => `--allow-${kind}`);
  deepStrictEqual(start.match(/--allow-[a-z-]+|\s-[A-Z]/g), granted);
  match(start, /--no-prompt .*--frozen .*--no-remote/);
});
