/**
 * The full command-line parser: help, version, every form of options, and mistakes explained with the nearest known name.
 * @module
 */

import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { VERSION } from "../protocol/version.ts";
import { type CommandName, commands, commonOptions, type Invocation, invocation, type OptionSpec } from "./options.ts";

/** What a command line comes to: something to do, or text to show and be done. */
export type Parsed =
  | { readonly invocation: Invocation }
  | {
    /** For standard output. */
    readonly out: string;
    /** For standard error: one line, or the help when there were no arguments. */
    readonly err: string;
    /** 0 for what was asked for, 2 for a mistake. */
    readonly exitCode: 0 | 2;
  };

/** Reads the arguments. Throws nothing and writes nothing: what is to be shown is in the result. */
export function parse(argv: readonly string[]): Parsed {
  let found: Invocation | undefined;
  let out = "";
  let err = "";
  const program = new Command("omw")
    .description("Runs agents that a TOML file declares.")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print the help")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void (out += text),
      writeErr: (text) => void (err += text),
      outputError: (text, write) => write(mistakeLine(text)),
    })
    .exitOverride();
  for (const option of commonOptions) program.addOption(optionOf(option));
  for (const { name, summary, options } of commands) {
    const command = program.command(name).description(summary);
    for (const option of options) command.addOption(optionOf(option));
    command.action(() => void (found = invocation(name as CommandName, command.optsWithGlobals())));
  }
  try {
    program.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { out, err, exitCode: error.exitCode === 0 ? 0 : 2 };
  }
  if (found === undefined) throw new Error("the command line was accepted without a command");
  return { invocation: found };
}

function optionOf({ flag, value, summary, fault }: OptionSpec): Option {
  const option = new Option(value === undefined ? `--${flag}` : `--${flag} <${value}>`, summary);
  return fault === undefined ? option : option.argParser((text: string) => {
    const problem = fault(text);
    if (problem !== undefined) throw new InvalidArgumentError(problem);
    return text;
  });
}

/** A mistake as one line with the way out, whatever the parser's text looks like. */
function mistakeLine(text: string): string {
  const words = text.replace(/^error: /, "").trim().replaceAll(/\s*\n\s*/g, " ");
  return `omw: ${words} (omw --help lists the commands and options)\n`;
}
