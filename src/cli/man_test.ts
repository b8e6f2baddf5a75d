import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { omw } from "../../tests/support/omw.ts";
import { VERSION } from "../protocol/version.ts";
import { manPage } from "./man.ts";
import { commands } from "./options.ts";

Deno.test("the manual page has every command with its options, and nothing in it is a request by accident", () => {
  const page = manPage("1.2.3");
  ok(page.startsWith('.TH OMW 1 "" "omw 1.2.3"'));
  for (const { name, options } of commands) {
    ok(page.includes(`.SS \\fB${name.replaceAll("-", "\\-")}\\fR`), name);
    for (const { flag } of options) ok(page.includes(`\\fB\\-\\-${flag.replaceAll("-", "\\-")}\\fR`), flag);
  }
  const requests = new Set(page.split("\n").filter((line) => /^[.']/.test(line)).map((line) => line.split(" ")[0]));
  deepStrictEqual([...requests].sort(), [".SH", ".SS", ".TH", ".TP", ".fi", ".nf"]);
});

Deno.test("omw man writes it", async () => {
  deepStrictEqual(await omw(["man"]), { code: 0, stdout: manPage(VERSION), stderr: "" });
});

const mandoc = (await new Deno.Command("/bin/sh", { args: ["-c", "command -v mandoc"], stdout: "null" }).output()).success;

Deno.test({
  name: "mandoc takes the manual page without a warning but for its date, which it does not have",
  ignore: !mandoc,
  async fn() {
    const child = new Deno.Command("mandoc", { args: ["-T", "lint", "-W", "warning"], stdin: "piped", stdout: "piped" }).spawn();
    await new Blob([manPage(VERSION)]).stream().pipeTo(child.stdin);
    const { stdout } = await child.output();
    const warnings = new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "" && !line.includes("missing date"));
    strictEqual(warnings.join("\n"), "");
  },
});
