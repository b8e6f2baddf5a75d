import { rejects, strictEqual } from "node:assert/strict";
import { Workspace } from "../../tests/support/workspace.ts";
import { readScript } from "./read_script.ts";

Deno.test("readScript() reads text", async () => {
  await using workspace = await Workspace.with({ "a.js": "ä" });
  strictEqual(await readScript(workspace.path("a.js"), "js"), "ä");
});

Deno.test("readScript() names a file that it cannot take, and does not wait for a pipe or a device", async () => {
  await using workspace = await Workspace.with({ "latin.js": new Uint8Array([0xe4]), "huge.js": "" });
  await Deno.truncate(workspace.path("huge.js"), 64 * 1024 * 1024 + 1);
  await new Deno.Command("mkfifo", { args: [workspace.path("pipe.js")] }).output();
  const faults: [string, RegExp][] = [
    [workspace.path("gone.js"), /^failed to read js script ".*gone\.js": /],
    [workspace.path("latin.js"), /^failed to read js script ".*latin\.js": it is not UTF-8 text$/],
    [workspace.path("huge.js"), /^failed to read js script ".*huge\.js": it has 67108865 bytes, and 67108864 are the most/],
    [workspace.path("pipe.js"), /^failed to read js script ".*pipe\.js": it is no regular file$/],
    ["/dev/zero", /^failed to read js script "\/dev\/zero": it is no regular file$/],
    [workspace.dir, /it is no regular file$/],
  ];
  for (const [path, message] of faults) await rejects(readScript(path, "js"), { message });
});
