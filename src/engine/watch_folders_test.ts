import assert from "node:assert/strict";
import { watchFolders } from "./watch_folders.ts";

Deno.test("watchFolders() reports a link that is pointed out of all its folders", async () => {
  const folder = await Deno.makeTempDir();
  const { watch, watched } = watchFolders(new Set([folder]));
  try {
    assert.ok(watch !== undefined && watched.has(folder));
    Deno.symlinkSync("/usr", `${folder}/link`);
    for await (const event of watch) {
      if (event.paths.includes(`${folder}/link`)) break;
    }
  } finally {
    // Leaving the loop closed the watch.
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("watchFolders() leaves out a folder that is not there and says so", async () => {
  const folder = await Deno.makeTempDir();
  const { watch, watched, vanished } = watchFolders(new Set([folder, `${folder}/gone`]));
  try {
    assert.ok(watch !== undefined);
    assert.deepEqual([watched.has(folder), watched.has(`${folder}/gone`), vanished], [true, false, true]);
  } finally {
    watch?.close();
    await Deno.remove(folder, { recursive: true });
  }
  assert.deepEqual(watchFolders(new Set()), { watched: new Set(), vanished: false });
});
