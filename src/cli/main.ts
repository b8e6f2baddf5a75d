/**
 * The command line: reads the arguments, hands over to a command, and turns its end into an exit code: 0, 1 for a fault, 2 for a
 * command line that was not understood.
 * @module
 */

import { basename } from "node:path/posix";
import { VERSION } from "../protocol/version.ts";
import { versionFault } from "./deno_version.ts";
import { exit, isEnding } from "./exit.ts";
import { faultLine, faultStacks } from "./fault.ts";
import type { Invocation } from "./options.ts";
import { writeError, writeOut } from "./output.ts";
import { quickParse } from "./quick_parse.ts";

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
  return basename(argv0) === "omw-test" ? ["test", ...Deno.args] : Deno.args;
}

/** Explains what needs no command, and ends; or comes back with one. */
async function parseFully(argv: readonly string[]): Promise<Invocation> {
  if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
    await writeOut(`${VERSION}\n`); // Asked for by scripts; it need not wait for the parser.
    return await exit(0);
  }
  const { parse } = await import("./program.ts");
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
      return await (await import("./run.ts")).run(invocation);
    case "loop":
      return await (await import("./loop.ts")).loop(invocation);
    case "check":
      return await (await import("./check.ts")).check(invocation);
    case "build":
      return await (await import("./build.ts")).build(invocation);
    case "inspect":
      return await (await import("./inspect.ts")).inspect(invocation);
    case "test run":
      return await (await import("./test.ts")).testRun(invocation);
    case "scaffold":
      return await (await import("./scaffold.ts")).scaffold(invocation);
    case "generate test config":
      return await (await import("./generate.ts")).generate(invocation);
    case "init":
      return await (await import("./init.ts")).init(invocation);
    case "schema":
      return await (await import("./schema.ts")).schema(invocation);
    case "permissions":
      return await (await import("./permissions.ts")).permissions(invocation);
  }
}

async function fail(error: unknown, verbose: boolean): Promise<never> {
  if (isEnding()) return await exit(1);
  const stacks = verbose ? faultStacks(error) : "";
  await writeError(`omw: ${faultLine(error)}\n${stacks === "" ? "" : `${stacks}\n`}`);
  return await exit(1);
}
