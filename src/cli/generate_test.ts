import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { omw } from "../../tests/support/omw.ts";
import { Workspace } from "../../tests/support/workspace.ts";

const files = { "case/omw.test.template.toml": 'a = "{{RUNTIME}}"\nb = "{{SCRIPT}}"\n', "case/rhai/brain.rhai": "1" };

Deno.test("generate test config writes a variant's config beside its brain, again and again, or where --output says", async () => {
  await using workspace = await Workspace.with(files);
  const run = (...more: string[]) => omw(["generate", "test", "config", "case", "rhai", ...more], { cwd: workspace.dir });
  for (const made of [await run(), await run()]) {
    deepStrictEqual([made.code, made.stdout], [0, "case/rhai/omw.test.toml\n"], made.stderr);
  }
  const text = await Deno.readTextFile(workspace.path("case/rhai/omw.test.toml"));
  match(text, /\n\na = "rhai"\nb = "brain\.rhai"\n$/);
  strictEqual((await run("--output", "-")).stdout, text);
});

Deno.test("generate test config names what is wrong, and takes both of its arguments or none", async () => {
  await using workspace = await Workspace.with(files);
  const none = await omw(["generate", "test", "config", "case", "js"], { cwd: workspace.dir });
  deepStrictEqual([none.code, none.stderr], [
    1,
    "omw: case/js holds no brain.js or brain.ts; a config is generated only where there is a brain\n",
  ]);
  const less = await omw(["generate", "test", "config", "case"], { cwd: workspace.dir });
  strictEqual(less.code, 2);
  match(less.stderr, /missing required argument 'variant'/);
});
