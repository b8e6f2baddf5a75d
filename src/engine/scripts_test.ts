import { deepStrictEqual, rejects } from "node:assert/strict";
import { Workspace } from "../../tests/support/workspace.ts";
import { Scripts } from "./scripts.ts";
import { MissingFolderError } from "./watcher.ts";

Deno.test("Scripts names every agent of a changed file once, sorted", async () => {
  await using workspace = await Workspace.with({ "shared.js": "1", "own.js": "1" });
  const scripts = new Scripts(20);
  await scripts.add("zoe", workspace.path("shared.js"));
  await scripts.add("adam", workspace.path("shared.js"));
  await scripts.add("adam", workspace.path("own.js"));
  const first = scripts.nextReload();
  await workspace.write("shared.js", "2");
  deepStrictEqual(await first, ["adam", "zoe"]);
  const second = scripts.nextReload();
  await workspace.write("own.js", "2");
  deepStrictEqual(await second, ["adam"]);
  const last = scripts.nextReload();
  scripts.close();
  deepStrictEqual(await last, undefined);
});

Deno.test("Scripts refuses a file whose folder is missing", async () => {
  await using workspace = await Workspace.with({});
  const scripts = new Scripts(20);
  await rejects(scripts.add("a", workspace.path("gone/brain.js")), MissingFolderError);
  scripts.close();
});
