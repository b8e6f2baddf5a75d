import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { parse } from "./program.ts";
import { quickParse } from "./quick_parse.ts";

const plain: string[][] = [
  ["run"],
  ["run", "--config", "a.toml"],
  ["run", "--config", "-"],
  ["run", "--watch", "--verbose", "--config", "my agent.toml"],
  ["loop", "--config", "a.toml", "--config", "b.toml"],
  ["loop", "--log-format", "pipe", "--log-level", "info,omw::host=debug"],
  ["check", "--config", "__proto__"],
  ["schema"],
  ["schema", "--output", "-"],
  ["permissions", "--config", "x/y.toml", "--verbose"],
  ["test", "run"],
  ["test", "run", "examples/01-hello", "--jobs", "4"],
  ["test", "run", "--include", "a/**", ".", "--include", "b", "--fail-fast"],
  ["test", "schema"],
  ["inspect", "a.wasm", "--json"],
  ["build", "brain.ts", "--output", "-"],
  ["init"],
  ["init", "a folder"],
  ["completions", "zsh"],
  ["self", "check", "--json"],
  ["man"],
];

/** What the quick parser must leave to the full one. */
const others: string[][] = [
  [],
  ["--version"],
  ["--help"],
  ["run", "--help"],
  ["--verbose", "run"],
  ["run", "--config=a.toml"],
  ["run", "--config"],
  ["run", "--config", "--watch"],
  ["run", "--config", ""],
  ["run", "--output", "x"],
  ["run", "--log-format", "xml"],
  ["run", "--log-level", "loud"],
  ["run", "a.toml"],
  ["run", "--", "--watch"],
  ["rum"],
  ["__proto__"],
  ["schema", "--watch"],
  ["test"],
  ["test", "walk"],
  ["test", "run", "a", "b"],
  ["test", "run", ""],
  ["test", "run", "-"],
  ["test", "run", "--jobs", "many"],
  ["inspect"],
  ["completions", "tcsh"],
  ["scaffold", "-"],
  ["scaffold", "omw.toml", "--no-resources"],
  ["build", "brain.ts", "-o", "x"],
  ["generate", "test", "config", "a", "js"],
  ["man", "omw"],
];

Deno.test("quickParse() reads plain command lines exactly as the full parser does", () => {
  for (const argv of plain) {
    const found = quickParse(argv);
    ok(found, `not read: ${argv.join(" ")}`);
    deepStrictEqual(parse(argv), { invocation: found }, argv.join(" "));
  }
});

Deno.test("quickParse() leaves everything else to the full parser", () => {
  for (const argv of others) strictEqual(quickParse(argv), undefined, argv.join(" "));
});
