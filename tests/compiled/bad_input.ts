/**
 * Places where a program finds less than it is used to.
 * @module
 */

import { match, ok, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../support/folder.ts";
import { root } from "../support/source_files.ts";
import { isPossible, runCompiled } from "./run_compiled.ts";

/** A component takes everything that a script takes, and transpiling and the cache besides. */
function config(): string {
  const script = join(root, "examples/01-hello/wasm/brain.wasm");
  return `[runtime.wasm]\nkind = "wasm"\n[providers.openai]\nkind = "mock"\nturns = [{ content = "hi" }]
[[agents]]\nname = "a"\nruntime = "wasm"\nscript = ${JSON.stringify(script)}\n`;
}

/** A condition: how it is made, and what the run says then; always with success. */
interface Condition {
  name: string;
  /** Sets the condition and runs `"$@"` in it; `$DIR` is the test's folder. */
  shell: string;
  env?: Record<string, string>;
  /** What standard error has to hold. */
  says?: RegExp;
  /** A shell command without which this cannot be tried. */
  needs?: string;
}

const ownMounts = "unshare --mount true";

const conditions: readonly Condition[] = [
  { name: "no HOME and no XDG_CACHE_HOME", shell: 'exec "$@"' },
  {
    name: "a cache that cannot be written",
    shell: 'exec "$@"',
    env: { XDG_CACHE_HOME: "/proc/omw" },
    says: /cache of transpiled components in ..\/proc\/omw\/omw.* is not used.*No such file/,
  },
  { name: "closed standard input", shell: 'exec "$@" <&-' },
  { name: "closed standard output", shell: 'exec "$@" >&-' },
  { name: "all three closed", shell: 'exec "$@" <&- >&- 2>&-' },
  { name: "a terminal as standard input and output", shell: 'exec script -qec "$*" /dev/null', needs: "script -V" },
  { name: "64 open files at most", shell: 'ulimit -n 64; exec "$@"' },
  {
    name: "a read-only root",
    needs: ownMounts,
    shell: `exec unshare --mount sh -c 'mount -o remount,bind,ro / && ! touch /omw-was-here 2>/dev/null && exec "$@"' sh "$@"`,
    env: { XDG_CACHE_HOME: "/var/cache" },
    says: /is not used.*Read-only file system/,
  },
  {
    name: "a config on a read-only mount",
    needs: ownMounts,
    shell: `exec unshare --mount sh -c 'mount --bind "$DIR" "$DIR" && mount -o remount,bind,ro "$DIR" && exec "$@"' sh "$@"`,
  },
  {
    name: "a disk that is full when the cache is written",
    needs: ownMounts,
    shell: `exec unshare --mount sh -c 'mount -t tmpfs -o size=64k none "$DIR/cache" && "$@" && ls "$DIR/cache/omw" >&2' sh "$@"`,
    says: /is not used.*No space left/,
  },
];

/** Registers the tests. */
export async function badInputTests(program: string): Promise<void> {
  for (const { name, shell, env, says, needs } of conditions) {
    const ignore = needs !== undefined && !await isPossible(needs);
    Deno.test({
      name: `compiled: ${name}${ignore ? ` (not possible here: ${needs})` : ""}`,
      ignore,
      async fn() {
        await inFolder(async (cwd) => {
          await Deno.mkdir(`${cwd}/cache`);
          await Deno.writeTextFile(`${cwd}/omw.toml`, config());
          const places = { DIR: cwd, ...name.includes("disk") && { XDG_CACHE_HOME: `${cwd}/cache` } };
          const { code, stdout, stderr } = await runCompiled({ program, args: ["run"], cwd, shell, env: { ...places, ...env } });
          strictEqual(code, 0, stdout + stderr);
          if (says !== undefined) match(stderr, says);
          ok(!/component-|partial-/.test(stderr.split("\n").at(-2) ?? ""), "a half-written entry was left in the cache");
        });
      },
    });
  }

  Deno.test("compiled: 16 open files at most are too few, in one clear line", async () => {
    await inFolder(async (cwd) => {
      await Deno.writeTextFile(`${cwd}/omw.toml`, config());
      const { code, stderr } = await runCompiled({ program, args: ["run"], cwd, shell: 'ulimit -n 16; exec "$@"' });
      strictEqual(code, 1);
      match(stderr, /^omw: .*Too many open files[^\n]*\n$/m);
    });
  });
}
