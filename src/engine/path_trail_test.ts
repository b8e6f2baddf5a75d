import assert from "node:assert/strict";
import { pathTrail } from "./path_trail.ts";

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("pathTrail() of a plain file is the file", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a.js`, "");
    assert.deepEqual(await pathTrail(`${folder}/a.js`), [`${folder}/a.js`]);
    assert.deepEqual(await pathTrail(`${folder}/./x/..//a.js`), [`${folder}/x`], "what does not exist ends the trail");
    await Deno.mkdir(`${folder}/x`);
    assert.deepEqual(await pathTrail(`${folder}/./x/..//a.js`), [`${folder}/a.js`]);
  });
});

Deno.test("pathTrail() of a ConfigMap names both links and the file behind them", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/..v1`);
    await Deno.writeTextFile(`${folder}/..v1/a.js`, "");
    await Deno.symlink("..v1", `${folder}/..data`);
    await Deno.symlink("..data/a.js", `${folder}/a.js`);
    assert.deepEqual(await pathTrail(`${folder}/a.js`), [`${folder}/a.js`, `${folder}/..data`, `${folder}/..v1/a.js`]);
  });
});

Deno.test("pathTrail() follows absolute and upward links of folders on the way", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/real/deep`, { recursive: true });
    await Deno.symlink(`${folder}/real`, `${folder}/absolute`);
    await Deno.symlink("../../absolute/deep", `${folder}/real/deep/up`);
    const trail = [`${folder}/real/deep/up`, `${folder}/absolute`, `${folder}/real/deep/new.js`];
    assert.deepEqual(await pathTrail(`${folder}/real/deep/up/new.js`), trail);
  });
});

Deno.test("pathTrail() ends at a dangling link's target, at a file used as a folder, and in a loop of links", async () => {
  await inFolder(async (folder) => {
    await Deno.symlink("gone/a.js", `${folder}/dangling`);
    assert.deepEqual(await pathTrail(`${folder}/dangling`), [`${folder}/dangling`, `${folder}/gone`]);
    await Deno.writeTextFile(`${folder}/file`, "");
    assert.deepEqual(await pathTrail(`${folder}/file/a.js`), [`${folder}/file/a.js`]);
    await Deno.symlink("two", `${folder}/one`);
    await Deno.symlink("one", `${folder}/two`);
    assert.deepEqual(new Set(await pathTrail(`${folder}/one`)), new Set([`${folder}/one`, `${folder}/two`]));
  });
});

Deno.test("pathTrail() refuses a relative path", async () => {
  await assert.rejects(pathTrail("a.js"), { name: "TypeError", message: /relative path "a.js"/ });
});
