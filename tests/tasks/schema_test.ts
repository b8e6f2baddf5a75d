import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../support/folder.ts";
import { omw } from "../support/omw.ts";
import { readSource } from "../support/source_files.ts";

Deno.test("schema/config.schema.json is what omw schema writes (deno task schema writes it anew)", async () => {
  const { code, stdout, stderr } = await omw(["schema"]);
  deepStrictEqual([code, stderr], [0, ""]);
  strictEqual(stdout, readSource("schema/config.schema.json"));
});

Deno.test("omw schema --output writes the same to a file in folders that it makes", async () => {
  await inFolder(async (folder) => {
    const file = join(folder, "a/b/schema.json");
    deepStrictEqual(await omw(["schema", "--output", file]), { code: 0, stdout: "", stderr: "" });
    strictEqual(await Deno.readTextFile(file), readSource("schema/config.schema.json"));
  });
});

Deno.test("omw schema --output names what it cannot write", async () => {
  const { code, stdout, stderr } = await omw(["schema", "--output", "/dev/null/x.json"]);
  deepStrictEqual([code, stdout], [1, ""]);
  strictEqual(/^omw: cannot write "\/dev\/null\/x\.json": [^\n]+\n$/.test(stderr), true, stderr);
});
