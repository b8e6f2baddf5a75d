import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { VERSION } from "../protocol/version.ts";
import { parse, type Parsed } from "./program.ts";

function shown(...argv: string[]): Exclude<Parsed, { invocation: unknown }> {
  const parsed = parse(argv);
  ok(!("invocation" in parsed), `it is a command: ${argv.join(" ")}`);
  return parsed;
}

Deno.test("parse() shows version and help on standard output with exit code 0", () => {
  deepStrictEqual(shown("--version"), { out: `${VERSION}\n`, err: "", exitCode: 0 });
  deepStrictEqual(shown("-V"), shown("--version"));
  for (const argv of [["--help"], ["-h"], ["help"]]) {
    const { out, err, exitCode } = shown(...argv);
    strictEqual(exitCode, 0);
    strictEqual(err, "");
    for (const name of ["run", "loop", "check", "schema", "permissions"]) match(out, new RegExp(`^  ${name} `, "m"));
  }
  match(shown("run", "--help").out, /--watch[^]*--log-level/);
});

Deno.test("parse() answers a mistake with one line on standard error that names it and the way out, exit code 2", () => {
  const mistakes: [string[], RegExp][] = [
    [["rnu"], /unknown command 'rnu'.*Did you mean run\?/],
    [["run", "--wach"], /unknown option '--wach'.*Did you mean --watch\?/],
    [["run", "--config"], /--config <path>.*missing/],
    [["run", "--config", ""], /--config.*must not be empty/],
    [["run", "--log-format", "xml"], /'xml' is invalid.*auto, tty, pipe/],
    [["run", "--log-level", "loud"], /'loud' is invalid/],
    [["run", "agents.toml"], /too many arguments/],
    [["check", "--watch"], /unknown option '--watch'/],
  ];
  for (const [argv, wanted] of mistakes) {
    const { out, err, exitCode } = shown(...argv);
    strictEqual(exitCode, 2, argv.join(" "));
    strictEqual(out, "");
    match(err, /^omw: [^\n]*\(omw --help [^\n]*\)\n$/);
    match(err, wanted);
  }
});

Deno.test("parse() without arguments shows the help on standard error, exit code 2", () => {
  const { out, err, exitCode } = shown();
  strictEqual(exitCode, 2);
  strictEqual(out, "");
  match(err, /^Usage: omw/);
});

Deno.test("parse() reads the common options before and after the command, and --option=value", () => {
  const wanted = {
    command: "run",
    values: { config: "a.toml", verbose: true, logFormat: "pipe" },
    config: "a.toml",
    watch: false,
    output: undefined,
    verbose: true,
    logFormat: "pipe",
    logLevel: undefined,
  };
  deepStrictEqual(parse(["--verbose", "run", "--config=a.toml", "--log-format", "pipe"]), { invocation: wanted });
  deepStrictEqual(parse(["--log-format=pipe", "run", "--verbose", "--config", "a.toml"]), { invocation: wanted });
});

Deno.test("parse() reads commands of a group, their argument and options that repeat", () => {
  const parsed = parse(["test", "run", "examples", "--include", "a", "--include=b", "--jobs", "2", "--json"]);
  ok("invocation" in parsed);
  const { command, argument, values } = parsed.invocation;
  deepStrictEqual([command, argument], ["test run", "examples"]);
  deepStrictEqual(values, { include: ["a", "b"], jobs: "2", json: true });
  match(shown("test", "--help").out, /run \[options\] \[path\]/);
  match(shown("test", "run", "--jobs", "many").err, /'many' is invalid/);
  match(shown("test", "rnu").err, /unknown command 'rnu'/);
});
