/**
 * What users do with a release.
 * @module
 */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { VERSION } from "../../src/protocol/version.ts";
import { expectedContents } from "../../tools/contents.ts";
import { inFolder } from "../support/folder.ts";
import { root } from "../support/source_files.ts";
import { runCompiled } from "./run_compiled.ts";

/** Registers the tests. */
export function commandTests(program: string): void {
  Deno.test("compiled: self check lists the variant, its kinds, its permissions and the cache, and a brain process starts", async () => {
    await inFolder(async (cwd) => {
      const { code, stdout, stderr } = await runCompiled({ program, args: ["self", "check", "--json"], cwd, env: { HOME: cwd } });
      deepStrictEqual([code, stderr], [0, ""]);
      const report = JSON.parse(stdout);
      const { kinds, permissions } = report;
      deepStrictEqual({ kinds, permissions }, expectedContents("full"));
      strictEqual(report.version, VERSION);
      strictEqual(report.variant, "full");
      strictEqual(report.target, `${Deno.build.arch}-linux`);
      deepStrictEqual(report.cache, { folder: `${cwd}/.cache/omw`, fault: null });
      deepStrictEqual([report.brain, report.certificates], [{ fault: null }, { fault: null }]);
    });
  });

  Deno.test("compiled: a new project passes its test under the name omw-test, and runs", async () => {
    await inFolder(async (cwd) => {
      const made = await runCompiled({ program, args: ["init", "p"], cwd });
      deepStrictEqual([made.code, made.stderr], [0, ""]);
      strictEqual(await Deno.readTextFile(`${cwd}/p/omw.d.ts`), await Deno.readTextFile(join(root, "brains/omw.d.ts")));
      await Deno.symlink(program, `${cwd}/omw-test`);
      const tested = await runCompiled({ program: `${cwd}/omw-test`, args: ["run", "."], cwd: `${cwd}/p` });
      strictEqual(tested.code, 0, tested.stderr);
      match(tested.stdout, /1 passed, 0 failed/);
      const ran = await runCompiled({ program, args: ["run"], cwd: `${cwd}/p` });
      strictEqual(ran.code, 0, ran.stderr);
      match(ran.stderr, /"agent exited"/);
    });
  });

  Deno.test("compiled: build says why it cannot, and what can", async () => {
    await inFolder(async (cwd) => {
      await Deno.writeTextFile(`${cwd}/a.js`, `"a"`);
      const { code, stderr } = await runCompiled({ program, args: ["build", "a.js"], cwd });
      strictEqual(code, 1);
      match(stderr, /cannot build "a\.js": a compiled omw lacks the tools.*bin\/omw build/);
      deepStrictEqual([...Deno.readDirSync(cwd)].map(({ name }) => name), ["a.js"]);
    });
  });

  Deno.test("compiled: brains in js, TypeScript, rhai and wasm run; the second start of a component finds it in the cache", async () => {
    await inFolder(async (cwd) => {
      await Deno.writeTextFile(`${cwd}/a.js`, `"from js"`);
      await Deno.writeTextFile(`${cwd}/a.ts`, "const n: number = 2;\n`from ts ${n}`;");
      await Deno.writeTextFile(`${cwd}/a.rhai`, `"from rhai"`);
      await Deno.writeTextFile(`${cwd}/a.wat`, "(component)");
      await Deno.writeTextFile(`${cwd}/omw.toml`, config({ js: ["a.js", "a.ts"], rhai: ["a.rhai"] }));
      const { code, stderr } = await runCompiled({ program, args: ["run"], cwd });
      strictEqual(code, 0, stderr);
      for (const text of ["from js", "from ts 2", "from rhai"]) ok(stderr.includes(`"result":"${text}"`), stderr);
      // The text format takes the parser and the transpiler; this component then lacks what every brain exports.
      await Deno.writeTextFile(`${cwd}/wat.toml`, config({ wasm: ["a.wat"] }));
      const wat = await runCompiled({ program, args: ["check", "--config", "wat.toml"], cwd, env: { HOME: cwd } });
      strictEqual(wat.code, 1);
      match(wat.stderr, /a\.wat.*omw:omw/);
      const test = ["test", "run", join(root, "examples/01-hello"), "--include", "wasm/**"];
      for (let start = 0; start < 2; start++) {
        const { code, stdout, stderr } = await runCompiled({ program, args: test, cwd, env: { HOME: cwd } });
        strictEqual(code, 0, stdout + stderr);
      }
      const cached = [...Deno.readDirSync(`${cwd}/.cache/omw`)].filter(({ name }) => name.startsWith("component-"));
      ok(cached.length > 0);
    });
  });

  Deno.test("compiled: help, version, mistakes, completions and the manual are those of the sources", async () => {
    const cwd = root;
    deepStrictEqual(await runCompiled({ program, args: ["--version"], cwd }), { code: 0, stdout: `${VERSION}\n`, stderr: "" });
    match((await runCompiled({ program, args: ["--help"], cwd })).stdout, /^Usage: omw/);
    const mistake = await runCompiled({ program, args: ["rnu"], cwd });
    deepStrictEqual([mistake.code, mistake.stdout], [2, ""]);
    match((await runCompiled({ program, args: ["completions", "fish"], cwd })).stdout, /^complete -c omw/m);
    match((await runCompiled({ program, args: ["man"], cwd })).stdout, /^\.TH OMW 1/);
    const schema = await runCompiled({ program, args: ["schema"], cwd });
    ok(Object.hasOwn(JSON.parse(schema.stdout), "$defs"));
  });
}

/** A config with an agent for each script, by runtime kind. */
function config(scripts: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(scripts).map(([kind, names]) => {
    const agents = names.map((name) => `[[agents]]\nname = "${name}"\nruntime = "${kind}"\nscript = "${name}"\n`).join("");
    return `[runtime.${kind}]\nkind = "${kind}"\n${agents}`;
  }).join("");
}
