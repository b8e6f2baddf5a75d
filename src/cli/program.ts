/**
 * The full command-line parser: help, version, every form of options, and mistakes explained with the nearest known name.
 * @module
 */

import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { VERSION } from "../protocol/version.ts";
import {
  type ArgumentSpec,
  type CommandName,
  commands,
  commonOptions,
  type Invocation,
  invocation,
  type OptionSpec,
} from "./options.ts";

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
  for (const { name, summary, options, argument, second } of commands) {
    const words = name.split(" ");
    const command = words.slice(0, -1).reduce(groupIn, program).command(words.at(-1)!).description(summary);
    for (const option of options) command.addOption(optionOf(option));
    for (const taken of [argument, second]) {
      if (taken !== undefined) command.addArgument(argumentOf(taken));
    }
    command.action(() => {
      const [first, next] = command.processedArgs as (string | undefined)[];
      found = invocation(name as CommandName, command.optsWithGlobals(), first, next);
    });
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

/** The group of commands of this name, which is made at its first command. */
function groupIn(parent: Command, name: string): Command {
  const existing = parent.commands.find((command) => command.name() === name);
  return existing ?? parent.command(name).description(`commands of omw ${name}`).helpCommand(false);
}

function argumentOf({ name, summary, optional, choices }: ArgumentSpec): Argument {
  const argument = new Argument(optional ? `[${name}]` : `<${name}>`, summary);
  return choices === undefined ? argument : argument.choices(choices);
}

function optionOf({ flag, short, value, summary, fault, repeats }: OptionSpec): Option {
  const names = short === undefined ? `--${flag}` : `-${short}, --${flag}`;
  const option = new Option(value === undefined ? names : `${names} <${value}>`, summary);
  if (fault === undefined && !repeats) return option;
  return option.argParser((text: string, before: unknown) => {
    const problem = fault?.(text);
    if (problem !== undefined) throw new InvalidArgumentError(problem);
    return repeats ? [...(Array.isArray(before) ? before : []), text] : text;
  });
}

/** A mistake as one line with the way out, whatever the parser's text looks like. */
function mistakeLine(text: string): string {
  const words = text.replace(/^error: /, "").trim().replaceAll(/\s*\n\s*/g, " ");
  return `omw: ${words} (omw --help lists the commands and options)\n`;
}
