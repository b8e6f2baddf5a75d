import { deepStrictEqual, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../support/folder.ts";
import { omw } from "../support/omw.ts";
import { readSource } from "../support/source_files.ts";

/** The fenced blocks of a language in the README, in order. */
function blocks(language: string): string[] {
  return [...readSource("README.md").matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , text = ""]) => text);
}

Deno.test("the README's config and brain work as they stand", async () => {
  await inFolder(async (folder) => {
    const [config = "", ...others] = blocks("toml");
    const [brain = ""] = blocks("js");
    deepStrictEqual(others, []);
    await Deno.writeTextFile(join(folder, "omw.toml"), config);
    await Deno.writeTextFile(join(folder, "brain.js"), brain);
    const checked = await omw(["check"], { cwd: folder });
    deepStrictEqual([checked.code, checked.stderr], [0, ""]);
    const { code, stderr } = await omw(["run"], { cwd: folder });
    deepStrictEqual(code, 0, stderr);
    match(stderr, /"message":"agent exited","agent":"greeter","result":"Hello from the model!"/);
  });
});

Deno.test("every deno task that the README and CONTRIBUTING name exists", () => {
  const { tasks }: { tasks: Record<string, unknown> } = JSON.parse(readSource("deno.json"));
  const named = [readSource("README.md"), readSource("CONTRIBUTING.md")]
    .flatMap((text) => [...text.matchAll(/\b(?:deno|deno@[\d.]+) task ([a-z:-]*[a-z])/g)].map(([, name = ""]) => name));
  ok(named.includes("test") && named.includes("demo"));
  deepStrictEqual(named.filter((name) => !Object.hasOwn(tasks, name)), []);
});

Deno.test("the check of a clean checkout runs the README's test command", () => {
  const script = readSource(".ci/run");
  ok(blocks("sh").some((block) => block.includes("npx -y deno@2.9.6 task test")));
  ok(script.includes("npx -y deno@2.9.6 task test"));
});
