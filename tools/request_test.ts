import { deepStrictEqual, rejects } from "node:assert/strict";
import { inFolder } from "../tests/support/folder.ts";
import { readRequest } from "./request.ts";

/** A file that begins as an ELF program for a machine does. */
async function program(folder: string, machine: number): Promise<string> {
  const header = new Uint8Array(64);
  header.set([0x7f, 0x45, 0x4c, 0x46]);
  header[18] = machine;
  const path = `${folder}/program-${machine}`;
  await Deno.writeFile(path, header);
  return path;
}

Deno.test("readRequest() builds everything by default, and what DENORT_BIN is for when that is given", async () => {
  await inFolder(async (folder) => {
    const { variants, archs, deno, epoch } = await readRequest([], {});
    deepStrictEqual([variants, archs, deno, epoch], [["default", "rhai", "js", "full"], ["x86_64", "aarch64"], "deno", 0]);
    const denort = await program(folder, 183);
    const request = await readRequest(["--variant", "js", "--output", folder], {
      DENO: "/opt/deno",
      DENORT_BIN: denort,
      SOURCE_DATE_EPOCH: "1700000000",
    });
    deepStrictEqual(request, {
      variants: ["js"],
      archs: ["aarch64"],
      output: folder,
      deno: "/opt/deno",
      denort,
      epoch: 1_700_000_000,
    });
  });
});

Deno.test("readRequest() names what is wrong", async () => {
  await inFolder(async (folder) => {
    const x86 = await program(folder, 62);
    const riscv = await program(folder, 243);
    await rejects(readRequest(["--variant", "lua"], {}), /^Error: --variant lua: .* wanted default, rhai, js, full$/);
    await rejects(readRequest(["--arch", "aarch64"], { DENORT_BIN: x86 }), /--arch aarch64: DENORT_BIN is a runtime for x86_64/);
    await rejects(readRequest([], { DENORT_BIN: riscv }), /DENORT_BIN: .* is no Linux program for x86_64 or aarch64/);
    await rejects(readRequest([], { DENORT_BIN: `${folder}/none` }), /DENORT_BIN: cannot read/);
    await rejects(readRequest([], { SOURCE_DATE_EPOCH: "today" }), /SOURCE_DATE_EPOCH: found "today"/);
  });
});
