import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { inFolder } from "../tests/support/folder.ts";
import { runTool } from "./run_tool.ts";
import { sha256Of, stampTree, writeChecksums, writeTarball } from "./tarball.ts";

async function fill(folder: string, names: readonly string[]): Promise<void> {
  await Deno.mkdir(`${folder}/sub`, { recursive: true });
  for (const name of names) await Deno.writeTextFile(`${folder}/${name}`, name, { mode: 0o644 });
  await Deno.symlink("a", `${folder}/link`);
  await Deno.chmod(`${folder}/a`, 0o755);
}

Deno.test("writeTarball() makes the same bytes of the same files, whenever and in whatever order they were written", async () => {
  await inFolder(async (folder) => {
    await fill(`${folder}/one`, ["a", "b", "sub/c"]);
    await fill(`${folder}/two`, ["sub/c", "b", "a"]);
    await stampTree(`${folder}/two`, 1);
    for (const name of ["one", "two"]) await writeTarball(`${folder}/${name}`, `${folder}/${name}.tar.gz`, 1_700_000_000);
    strictEqual(await sha256Of(`${folder}/one.tar.gz`), await sha256Of(`${folder}/two.tar.gz`));
    const listed = await runTool("tar", ["-tzf", `${folder}/one.tar.gz`]);
    deepStrictEqual(listed.trim().split("\n"), ["a", "b", "link", "sub/", "sub/c"]);
    await Deno.mkdir(`${folder}/out`);
    await runTool("tar", ["-xzf", `${folder}/one.tar.gz`, "-C", `${folder}/out`]);
    strictEqual(await Deno.readLink(`${folder}/out/link`), "a");
    strictEqual((await Deno.stat(`${folder}/out/a`)).mode! & 0o777, 0o755);
  });
});

Deno.test("writeTarball() leaves nothing when it fails, and says why", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/empty`);
    await rejects(writeTarball(`${folder}/empty`, `${folder}/none/x.tar.gz`, 0), /tar --create ended with 2/);
    deepStrictEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["empty"]);
  });
});

Deno.test("writeChecksums() is what sha256sum checks", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/x.tar.gz`, "x");
    await Deno.writeTextFile(`${folder}/x.spdx.json`, "{}");
    await Deno.writeTextFile(`${folder}/other`, "");
    await writeChecksums(folder);
    strictEqual(await runTool("sha256sum", ["--check", "SHA256SUMS"], { cwd: folder }), "x.spdx.json: OK\nx.tar.gz: OK\n");
  });
});
