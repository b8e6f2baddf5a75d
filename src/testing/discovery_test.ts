import { deepStrictEqual, rejects } from "node:assert/strict";
import { inFolder } from "../../tests/support/folder.ts";
import { discover } from "./discovery.ts";

async function labelsIn(folder: string): Promise<string[]> {
  return (await discover(folder)).tests.map(({ label }) => label);
}

Deno.test("discover() finds tests by their names, below a folder, in the order of their paths", async () => {
  await inFolder(async (folder) => {
    for (const path of ["b", "a/deep", ".git", "a/.cache"]) await Deno.mkdir(`${folder}/${path}`, { recursive: true });
    const files = [
      "omw.test.toml",
      "b/one.omw.test.toml",
      "b/omw.test.toml",
      "a/deep/omw.test.toml",
      ".git/omw.test.toml",
      "a/.cache/omw.test.toml",
      "a/.hidden.omw.test.toml",
      "b/omw.test.template.toml",
      "b/omw.test.base.toml",
      "b/myomw.test.toml",
      "b/omw.toml",
    ];
    for (const file of files) await Deno.writeTextFile(`${folder}/${file}`, "");
    await Deno.symlink(folder, `${folder}/a/ring`);
    await Deno.symlink(`${folder}/b/omw.toml`, `${folder}/a/linked.omw.test.toml`);
    deepStrictEqual(await labelsIn(folder), [
      "a/.hidden.omw.test.toml",
      "a/deep/omw.test.toml",
      "a/linked.omw.test.toml",
      "b/omw.test.toml",
      "b/one.omw.test.toml",
      "omw.test.toml",
    ]);
    // The root may be hidden itself, and one file may have any name.
    deepStrictEqual(await labelsIn(`${folder}/.git`), ["omw.test.toml"]);
    deepStrictEqual(await discover(`${folder}/b/omw.toml`), {
      root: `${folder}/b`,
      tests: [{ label: "omw.toml", path: `${folder}/b/omw.toml` }],
    });
    await rejects(discover(`${folder}/c`), /^Error: path .*\/c does not exist \(looked for \/.*\/c\)$/);
  });
});
