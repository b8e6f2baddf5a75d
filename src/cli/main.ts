/**
 * The command line: reads the arguments, hands over to a command, and turns its end into an exit code: 0, 1 for a fault, 2 for a
 * command line that was not understood.
 * @module
 */

import { VERSION } from "../protocol/version.ts";
import { versionFault } from "./deno_version.ts";
import { exit, isEnding } from "./exit.ts";
import { faultLine, faultStacks } from "./fault.ts";
import type { Invocation } from "./options.ts";
import { writeError, writeOut } from "./output.ts";
import { quickParse } from "./quick_parse.ts";
// Four small files, which come with the others: asked for later they hold up the first brain for longer than they take now (measured).
import { loop, run } from "./run.ts";

/** Runs the command that `argv` names, and ends the process. */
export async function main(argv?: readonly string[]): Promise<never> {
  let verbose = false;
  // What nobody caught ends the program like any fault, not with a stack trace.
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    fail(event.reason, verbose);
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    fail(event.error ?? event.message, verbose);
  });
  try {
    const fault = versionFault(Deno.version.deno);
    if (fault !== undefined) throw new Error(fault);
    const words = argv ?? await commandLine();
    const invocation = quickParse(words) ?? await parseFully(words);
    verbose = invocation.verbose;
    return await exit(await start(invocation));
  } catch (error) {
    return await fail(error, verbose);
  }
}

/** The process's arguments; a compiled program that is called `omw-test` is `omw test` (the launcher of the sources says so itself). */
async function commandLine(): Promise<readonly string[]> {
  if (!Deno.build.standalone) return Deno.args;
  const { argv0 } = (await import("node:process")).default;
  return argv0.slice(argv0.lastIndexOf("/") + 1) === "omw-test" ? ["test", ...Deno.args] : Deno.args;
}

/** Explains what needs no command, and ends; or comes back with one. */
async function parseFully(argv: readonly string[]): Promise<Invocation> {
  if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
    await writeOut(`${VERSION}\n`); // Asked for by scripts; it need not wait for the parser.
    return await exit(0);
  }
  const { parse } = await import(import.meta.resolve("./program.ts")) as typeof import("./program.ts");
  const parsed = parse(argv);
  if ("invocation" in parsed) return parsed.invocation;
  await writeOut(parsed.out);
  await writeError(parsed.err);
  return await exit(parsed.exitCode);
}

/** Each command brings only what it needs: the time to the first line of an agent counts. */
async function start(invocation: Invocation): Promise<number> {
  switch (invocation.command) {
    case "run":
      return await run(invocation);
    case "loop":
      return await loop(invocation);
    case "check":
      return await (await import(import.meta.resolve("./check.ts")) as typeof import("./check.ts")).check(invocation);
    case "build":
      return await (await import(import.meta.resolve("./build.ts")) as typeof import("./build.ts")).build(invocation);
    case "inspect":
      return await (await import(import.meta.resolve("./inspect.ts")) as typeof import("./inspect.ts")).inspect(invocation);
    case "test run":
      return await (await import(import.meta.resolve("./test.ts")) as typeof import("./test.ts")).testRun(invocation);
    case "scaffold":
      return await (await import(import.meta.resolve("./scaffold.ts")) as typeof import("./scaffold.ts")).scaffold(invocation);
    case "generate test config":
      return await (await import(import.meta.resolve("./generate.ts")) as typeof import("./generate.ts")).generate(invocation);
    case "init":
      return await (await import(import.meta.resolve("./init.ts")) as typeof import("./init.ts")).init(invocation);
    case "test schema":
      return await (await import(import.meta.resolve("./test_schema.ts")) as typeof import("./test_schema.ts")).testSchema(
        invocation,
      );
    case "schema":
      return await (await import(import.meta.resolve("./schema.ts")) as typeof import("./schema.ts")).schema(invocation);
    case "permissions":
      return await (await import(import.meta.resolve("./permissions.ts")) as typeof import("./permissions.ts")).permissions(
        invocation,
      );
    case "self check":
      return await (await import(import.meta.resolve("./self.ts")) as typeof import("./self.ts")).selfCheck(invocation);
    case "completions":
      return await (await import(import.meta.resolve("./completions.ts")) as typeof import("./completions.ts")).writeCompletions(
        invocation,
      );
    case "man":
      return await (await import(import.meta.resolve("./man.ts")) as typeof import("./man.ts")).man(invocation);
  }
}

async function fail(error: unknown, verbose: boolean): Promise<never> {
  if (isEnding()) return await exit(1);
  const stacks = verbose ? faultStacks(error) : "";
  await writeError(`omw: ${faultLine(error)}\n${stacks === "" ? "" : `${stacks}\n`}`);
  return await exit(1);
}
