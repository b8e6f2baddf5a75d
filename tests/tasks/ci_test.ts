import { strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../support/folder.ts";
import { root } from "../support/source_files.ts";

/** The last line and the exit code of `.ci/run` in a project whose test task is this command. */
async function checked(test: string, source: string): Promise<string> {
  let found = "";
  await inFolder(async (folder) => {
    await Deno.mkdir(join(folder, ".ci"));
    await Deno.copyFile(join(root, ".ci/run"), join(folder, ".ci/run"));
    await Deno.writeTextFile(join(folder, "deno.json"), JSON.stringify({ lock: false, tasks: { test } }));
    await Deno.writeTextFile(join(folder, "some_test.ts"), source);
    const { code, stdout } = await new Deno.Command(join(folder, ".ci/run"), {
      env: { PATH: `${join(Deno.execPath(), "..")}:${Deno.env.get("PATH")}` },
    }).output();
    found = `${new TextDecoder().decode(stdout).trimEnd().split("\n").at(-1)} (${code})`;
  });
  return found;
}

Deno.test(".ci/run ends with the numbers of the runner, and with 0 when nothing failed", async () => {
  const passing =
    `Deno.test("a", () => {}); Deno.test("b", async (t) => void await t.step("c", () => {})); Deno.test.ignore("d", () => {});`;
  strictEqual(await checked("deno test --no-check", passing), "2 passed, 0 failed (0)");
});

Deno.test(".ci/run fails when a test fails, when one cannot be loaded, and when there is none", async () => {
  strictEqual(
    await checked("deno test --no-check", `Deno.test("a", () => {}); Deno.test("b", () => { throw 1; });`),
    "1 passed, 1 failed (1)",
  );
  strictEqual(await checked("deno test --no-check", `import "./missing.ts";`), "0 passed, 1 failed (1)");
  strictEqual(await checked("deno test --no-check", ``), "0 passed, 1 failed (1)");
  strictEqual(await checked("exit 0", ``), "0 passed, 1 failed (1)");
  strictEqual(await checked("exit 3", ``), "0 passed, 1 failed (1)");
});
