import { deepStrictEqual, match, rejects, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { writeOutput } from "./output_file.ts";

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "omw-output-" });
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
}

Deno.test("writeOutput() makes missing folders and leaves nothing but the file", async () => {
  await inFolder(async (folder) => {
    await writeOutput(join(folder, "a/b/c.json"), "text\n");
    strictEqual(await Deno.readTextFile(join(folder, "a/b/c.json")), "text\n");
    deepStrictEqual(names(join(folder, "a/b")), ["c.json"]);
  });
});

Deno.test("writeOutput() replaces a file, keeps its mode, and follows a symbolic link", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, "real"), "a much longer old text", { mode: 0o640 });
    await Deno.symlink("real", join(folder, "link"));
    await writeOutput(join(folder, "link"), "new");
    strictEqual(await Deno.readTextFile(join(folder, "real")), "new");
    strictEqual((await Deno.lstat(join(folder, "link"))).isSymlink, true);
    strictEqual(((await Deno.stat(join(folder, "real"))).mode ?? 0) & 0o777, 0o640);
    deepStrictEqual(names(folder), ["link", "real"]);
  });
});

Deno.test("writeOutput() writes devices directly", async () => {
  await writeOutput("/dev/null", "gone");
  strictEqual((await Deno.stat("/dev/null")).isCharDevice, true);
  await rejects(writeOutput("/dev/full", "too much"), { message: 'cannot write "/dev/full"' });
});

Deno.test("writeOutput() names what it cannot write, keeps the cause, and leaves nothing behind", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(join(folder, "taken"));
    await rejects(writeOutput(join(folder, "taken"), "x"), (error: Error) => {
      match(error.message, /cannot write ".*taken"/);
      return error.cause instanceof Error;
    });
    await Deno.writeTextFile(join(folder, "file"), "");
    await rejects(writeOutput(join(folder, "file/x.json"), "x"), /cannot write/);
    deepStrictEqual(names(folder), ["file", "taken"]);
  });
});
