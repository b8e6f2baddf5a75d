import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { BrainChild } from "../tests/support/brain_child.ts";
import { membersOf } from "../tests/support/declarations.ts";

const declarations = await Deno.readTextFile(new URL("./omw.d.ts", import.meta.url));

/** The members of an interface of `omw.d.ts`, in order. */
function members(name: string): string[] {
  return [...membersOf(declarations, name).keys()];
}

Deno.test("omw.d.ts declares the members that a js brain finds, in their order", async () => {
  await using child = await BrainChild.start();
  const found = await child.evaluate(
    `({ host: Object.keys(omw.host), provider: Object.keys(omw.provider.get("p")), tooling: Object.keys(omw.tooling.get("t")),
        omw: Object.keys(omw), functions: Object.values(omw.host).every((f) => typeof f === "function" && f.length === 0) })`,
    { providers: { p: "openai" }, toolings: { t: "mcp" } },
  );
  deepStrictEqual(JSON.parse(found!), {
    host: members("Host"),
    provider: members("ProviderHandle"),
    tooling: members("ToolingHandle"),
    omw: ["provider", "tooling", "host"],
    functions: true,
  });
  strictEqual(members("Host").length, 29);
});

Deno.test("every declaration in omw.d.ts has a doc comment", () => {
  const lines = declarations.split("\n");
  const bare = lines.filter((line, i) =>
    /^ +(interface|type|const|\w+[?(:])/.test(line) && !/^ +(\*|\/\*\*)/.test(lines[i - 1]!) && !line.includes("| ")
  );
  deepStrictEqual(bare, []);
});

Deno.test("a brain that uses all of omw.d.ts type-checks, and its mistakes are seen", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", new URL("./omw_probe.ts", import.meta.url).pathname],
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  strictEqual(code, 0, new TextDecoder().decode(stderr));
});
