import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { omw } from "../../tests/support/omw.ts";
import { Workspace } from "../../tests/support/workspace.ts";

const names = [
  ".gitignore",
  "README.md",
  "brain.js",
  "omw.d.ts",
  "omw.schema.json",
  "omw.test.schema.json",
  "omw.test.toml",
  "omw.toml",
];

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

Deno.test("init makes a project whose check is clean, whose test passes and whose agent runs, without a key", async () => {
  await using workspace = await Workspace.with({});
  const made = await omw(["init", "new one"], { cwd: workspace.dir });
  deepStrictEqual([made.code, made.stderr], [0, ""]);
  match(made.stdout, /^created\n {2}new one\/omw\.toml\n[^]*\nNext: cd 'new one' && omw test run \. && omw run\n$/);
  const cwd = workspace.path("new one");
  deepStrictEqual(namesIn(cwd), names);
  for (const [name, command] of [["omw", ["schema"]], ["omw.test", ["test", "schema"]]] as const) {
    strictEqual(await Deno.readTextFile(`${cwd}/${name}.schema.json`), (await omw(command)).stdout);
    ok((await Deno.readTextFile(`${cwd}/${name}.toml`)).startsWith(`#:schema ./${name}.schema.json\n`));
  }
  const [check, test, run] = [
    await omw(["check"], { cwd }),
    await omw(["test", "run", "."], { cwd }),
    await omw(["run"], { cwd }),
  ];
  deepStrictEqual([check.code, check.stderr], [0, ""]);
  deepStrictEqual([test.code, test.stdout], [0, "PASS omw.test.toml\n1 passed, 0 failed\n"], test.stderr);
  strictEqual(run.code, 0, run.stderr);
  match(run.stderr, /"result":"Hello from the model!"/);
});

Deno.test("init overwrites nothing: it refuses a folder with a file of a project, and leaves it as it is", async () => {
  await using workspace = await Workspace.with({ "brain.js": "mine", "omw.toml": "mine too" });
  const made = await omw(["init"], { cwd: workspace.dir });
  deepStrictEqual([made.code, made.stdout], [1, ""]);
  match(made.stderr, /^omw: omw\.toml, brain\.js already exist in \.; name another folder\n$/);
  deepStrictEqual(namesIn(workspace.dir), ["brain.js", "omw.toml"]);
  strictEqual(await Deno.readTextFile(workspace.path("brain.js")), "mine");
});

Deno.test("init keeps the README and the .gitignore that a folder has", async () => {
  await using workspace = await Workspace.with({ "README.md": "mine", ".gitignore": "mine" });
  const made = await omw(["init", "."], { cwd: workspace.dir });
  strictEqual(made.code, 0, made.stderr);
  doesNotMatch(made.stdout, /README|gitignore/);
  deepStrictEqual(namesIn(workspace.dir), names);
  strictEqual(await Deno.readTextFile(workspace.path("README.md")), "mine");
});

Deno.test("init says what is in the way of a folder", async () => {
  await using workspace = await Workspace.with({ file: "" });
  const made = await omw(["init", "file/project"], { cwd: workspace.dir });
  strictEqual(made.code, 1);
  match(made.stderr, /^omw: cannot make a project in file\/project: /);
});
