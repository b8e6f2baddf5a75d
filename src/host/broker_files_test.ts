import { deepStrictEqual, rejects, strictEqual, throws } from "node:assert/strict";
import { inFolder } from "../../tests/support/folder.ts";
import { OPEN_TO_READ } from "../../tests/support/open_to_read.ts";
import { preopen } from "../../tests/support/wasi_guest.ts";
import { WasiFault } from "./broker_faults.ts";
import { BrokerFiles } from "./broker_files.ts";
import { OpenTable } from "./broker_table.ts";

function filesIn(folder: string, writable: boolean) {
  const told: string[] = [];
  const table = new OpenTable();
  const files = new BrokerFiles([preopen(folder, "/d", writable)], table, (path) => told.push(path));
  return { files, table, told, h: files.preopens()[0]![0] };
}

function isFault(code: string) {
  return (error: unknown) => error instanceof WasiFault && error.code === code;
}

Deno.test("BrokerFiles makes, lists, renames, links and removes", () =>
  inFolder(async (folder) => {
    const { files, h, table } = filesIn(folder, true);
    files.makeDirectory({ h, path: "sub" });
    const { h: file } = files.open({ h, path: "sub/a", ...OPEN_TO_READ, create: true, write: true });
    await files.writeFile({ h: file, at: 0 }, new Uint8Array([1, 2, 3]));
    await files.setSize({ h: file, size: 2 });
    files.link({ h, path: "sub/a", follow: false, to: h, new_path: "b" });
    files.rename({ h, path: "b", to: h, new_path: "c" });
    deepStrictEqual(files.list({ h }).sort(), [["c", "regular-file"], ["sub", "directory"]]);
    const { size, links, type } = files.statAt({ h, path: "c", follow: true });
    deepStrictEqual([size, links, type], [2, 2, "regular-file"]);
    throws(() => files.removeDirectory({ h, path: "c" }), isFault("not-directory"));
    throws(() => files.unlink({ h, path: "sub" }), isFault("is-directory"));
    files.unlink({ h, path: "sub/a" });
    files.removeDirectory({ h, path: "sub" });
    deepStrictEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["c"]);
    table.closeAll();
  }));

Deno.test("BrokerFiles tells of every change that perms refuse, and makes none", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/f`, "x");
    const { files, h, table, told } = filesIn(folder, false);
    throws(() => files.open({ h, path: "f", ...OPEN_TO_READ, write: true }), isFault("read-only"));
    throws(() => files.open({ h, path: "f", ...OPEN_TO_READ, truncate: true }), isFault("read-only"));
    throws(() => files.makeDirectory({ h, path: "g" }), isFault("read-only"));
    throws(() => files.unlink({ h, path: "f" }), isFault("read-only"));
    throws(() => files.setTimesAt({ h, path: "f", follow: true, accessed: 0, modified: 0 }), isFault("read-only"));
    deepStrictEqual(told, ["f", "f", "g", "f", "f"]);
    const { h: file } = files.open({ h, path: "f", ...OPEN_TO_READ });
    await rejects(files.writeFile({ h: file, at: 0 }, new Uint8Array(1)), isFault("bad-descriptor"));
    strictEqual(await Deno.readTextFile(`${folder}/f`), "x");
    table.closeAll();
  }));
