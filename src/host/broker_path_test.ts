import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { inFolder } from "../../tests/support/folder.ts";
import { WasiFault } from "./broker_faults.ts";
import { type Folder, identity, resolvePlace, revisit } from "./broker_path.ts";

function opened(path: string): Folder {
  return { path, id: identity(Deno.lstatSync(path)) };
}

function fails(run: () => unknown, code: string, message?: string): void {
  throws(run, (error) => error instanceof WasiFault && error.code === code, message);
}

Deno.test("resolvePlace() follows folders and links inside, and tells what is there", () =>
  inFolder(async (folder) => {
    Deno.mkdirSync(`${folder}/a/b`, { recursive: true });
    Deno.writeTextFileSync(`${folder}/a/b/file`, "x");
    Deno.symlinkSync("a/b", `${folder}/link`);
    Deno.symlinkSync("link/file", `${folder}/deep`);
    const base = opened(folder);
    const cases: [string, boolean, string][] = [
      ["a/b/file", true, "a/b/file"],
      ["./a/../a/./b//file", true, "a/b/file"],
      ["link/file", false, "a/b/file"],
      ["deep", true, "a/b/file"],
      ["deep", false, "deep"],
      ["link", false, "link"],
      ["link/", false, "a/b"],
      ["link/..", false, "a"],
      ["new", true, "new"],
    ];
    for (const [path, follow, wanted] of cases) strictEqual(resolvePlace(base, path, follow).path, `${folder}/${wanted}`, path);
    deepStrictEqual([resolvePlace(base, ".", true).path, resolvePlace(base, "a/..", true).path], [folder, folder]);
    strictEqual(resolvePlace(base, "new", true).info, undefined);
  }));

Deno.test("resolvePlace() refuses with WASI's codes", () =>
  inFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/file`, "x");
    Deno.symlinkSync("two", `${folder}/one`);
    Deno.symlinkSync("one", `${folder}/two`);
    const base = opened(folder);
    const cases: [string, string][] = [
      ["", "no-entry"],
      ["..", "not-permitted"],
      ["file/../../x", "not-directory"],
      ["/", "not-permitted"],
      ["file/x", "not-directory"],
      ["file/", "not-directory"],
      ["none/x", "no-entry"],
      ["a\0b", "invalid"],
      ["x".repeat(5000), "name-too-long"],
      ["one", "loop"],
    ];
    for (const [path, code] of cases) fails(() => resolvePlace(base, path, true), code, path);
  }));

Deno.test("revisit() knows a folder from what took its place, a link to itself included", () =>
  inFolder(async (folder) => {
    Deno.mkdirSync(`${folder}/a`);
    const base = opened(`${folder}/a`);
    strictEqual(revisit(base).isDirectory, true);
    Deno.renameSync(`${folder}/a`, `${folder}/b`);
    fails(() => revisit(base), "no-entry");
    Deno.symlinkSync("b", `${folder}/a`);
    fails(() => revisit(base), "not-permitted");
    Deno.removeSync(`${folder}/a`);
    Deno.mkdirSync(`${folder}/a`);
    fails(() => revisit(base), "not-permitted");
  }));
