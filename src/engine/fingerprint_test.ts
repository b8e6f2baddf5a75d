import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { fingerprint } from "./fingerprint.ts";

Deno.test("fingerprint() tells contents apart, and has none for what is no readable file", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/file`;
    assert.equal(await fingerprint(path), undefined);
    await Deno.writeTextFile(path, "");
    assert.equal((await fingerprint(path))?.size, 0);
    const large = new Uint8Array(200_001).map((_, index) => index * 7);
    await Deno.writeFile(path, large);
    assert.deepEqual(await fingerprint(path), {
      digest: createHash("sha256").update(large).digest("base64"),
      size: large.length,
    });
    await Deno.symlink(path, `${folder}/link`);
    assert.deepEqual(await fingerprint(`${folder}/link`), await fingerprint(path));
    assert.equal(await fingerprint(folder), undefined);
    assert.equal(await fingerprint(`${path}/below`), undefined);
    await Deno.symlink("loop", `${folder}/loop`);
    assert.equal(await fingerprint(`${folder}/loop`), undefined);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("fingerprint() does not wait for the writer of a named pipe", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const made = await new Deno.Command("mkfifo", { args: [`${folder}/pipe`] }).output();
    assert.ok(made.success);
    assert.equal(await fingerprint(`${folder}/pipe`), undefined);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
