/**
 * What a brain in a compiled program cannot do, where the runtime itself is more lenient than from source: its module loader asks for no
 * permission, and it looks for what is not embedded in a folder that others may write to.
 * @module
 */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { inFolder } from "../support/folder.ts";
import { isPossible, runCompiled } from "./run_compiled.ts";

const JS = `[runtime.js]\nkind = "js"\n[[agents]]\nname = "a"\nruntime = "js"\nscript = "a.js"\n`;

/** Registers the tests. */
export function sandboxTests(program: string): void {
  Deno.test("compiled: a js brain has no import, not even from a string, and finds nothing of the process", async () => {
    await inFolder(async (cwd) => {
      await Deno.writeTextFile(`${cwd}/omw.toml`, JS);
      await Deno.writeTextFile(`${cwd}/a.js`, `import("file:///etc/passwd").catch(String)`);
      const refused = await runCompiled({ program, args: ["run"], cwd });
      strictEqual(refused.code, 1);
      match(refused.stderr, /a\.js:1:1.*import/);
      await Deno.writeTextFile(
        `${cwd}/a.js`,
        `const tries = {
           eval: () => (0, eval)("import('file:///etc/passwd')"),
           function: () => new Function("return import('node:fs')")(),
           deno: () => Deno.readTextFileSync("/etc/passwd"),
           process: () => process.env,
           outer: () => omw.host.recv.constructor("return typeof Deno")(),
           thrown: () => { try { omw.host.waitUntil("never"); } catch (e) { return e.constructor.constructor("return typeof Deno")(); } },
         };
         JSON.stringify(Object.keys(tries).filter((name) => {
           try {
             const found = tries[name]();
             return found !== undefined && found !== "undefined" && !(found instanceof Promise);
           } catch { return false; }
         }));`,
      );
      const { code, stderr } = await runCompiled({ program, args: ["run"], cwd });
      strictEqual(code, 0, stderr);
      match(stderr, /"result":"\[\]"/);
    });
  });

  Deno.test("compiled: a command line argument that names an inner program gives a user nothing", async () => {
    await inFolder(async (cwd) => {
      const brain = await runCompiled({ program, args: ["__brain"], cwd });
      deepStrictEqual([brain.code, brain.stderr], [0, ""]);
      match(brain.stdout, /^\{"t":"ready","v":"[\d.]+"\}\n$/);
    });
  });

  Deno.test("compiled: nothing is looked for in the system's temporary folder, and nothing is left there", async () => {
    const traced = await isPossible("strace -V");
    await inFolder(async (cwd) => {
      await Deno.mkdir(`${cwd}/tmp`);
      await Deno.writeTextFile(
        `${cwd}/omw.toml`,
        JS + '[providers.p]\nkind = "openai"\nbase_url = "http://127.0.0.1:9"\napi_key = "k"\n',
      );
      await Deno.writeTextFile(
        `${cwd}/a.js`,
        `try { omw.provider.get("p").chat("m", [{ role: "user", content: "x" }], []); } catch {} 1`,
      );
      const trace = `exec strace -f -qq -e trace=open,openat,readlink -o "${cwd}/trace" "$@"`;
      for (const args of [["run"], ["check"], ["schema", "--output", "s.json"], ["init", "p"], ["self", "check"]]) {
        const env = { TMPDIR: `${cwd}/tmp`, HOME: cwd };
        const { code, stderr } = await runCompiled({ program, args, cwd, env, ...traced && { shell: trace } });
        strictEqual(code, 0, stderr);
        if (traced) {
          const found = (await Deno.readTextFile(`${cwd}/trace`)).split("\n").filter((line) => line.includes(`${cwd}/tmp`));
          deepStrictEqual(found, [], args.join(" "));
        }
      }
      ok([...Deno.readDirSync(`${cwd}/tmp`)].length === 0);
    });
  });
}
