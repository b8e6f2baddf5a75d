import { strictEqual } from "node:assert/strict";
import { inFolder } from "../../tests/support/folder.ts";
import { TreeWatch } from "./tree_watch.ts";

const QUIET_MS = 30;

/** Whether a change is told within a time that is many times what one takes. */
async function isTold(watch: TreeWatch, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => timer = setTimeout(() => resolve(false), ms));
  const told = await Promise.race([watch.changed(), late]);
  clearTimeout(timer);
  return told;
}

Deno.test("TreeWatch tells of new content anywhere below the folder, once for a burst", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/a/b`, { recursive: true });
    const watch = new TreeWatch(folder, QUIET_MS);
    for (let i = 0; i < 3; i++) await Deno.writeTextFile(`${folder}/a/b/brain.js`, String(i));
    strictEqual(await isTold(watch, 5_000), true);
    strictEqual(await isTold(watch, 10 * QUIET_MS), false);
    await watch.close();
    strictEqual(await watch.changed(), false);
  });
});

Deno.test("TreeWatch does not tell of reading, or of what is hidden", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/brain.js`, "1");
    await Deno.mkdir(`${folder}/.git`);
    const watch = new TreeWatch(folder, QUIET_MS);
    // Making the folder's files may be told late.
    await isTold(watch, 5 * QUIET_MS);
    await Deno.readTextFile(`${folder}/brain.js`);
    await Deno.writeTextFile(`${folder}/.git/index`, "x");
    strictEqual(await isTold(watch, 10 * QUIET_MS), false);
    await watch.close();
  });
});

Deno.test("TreeWatch moved into the folder counts, and closing ends a wait", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/watched`);
    await Deno.writeTextFile(`${folder}/outside.js`, "1");
    const watch = new TreeWatch(`${folder}/watched`, QUIET_MS);
    await Deno.rename(`${folder}/outside.js`, `${folder}/watched/inside.js`);
    strictEqual(await isTold(watch, 5_000), true);
    const waiting = watch.changed();
    await watch.close();
    strictEqual(await waiting, false);
  });
});
