/**
 * The parser for command lines in their plain form: a command, then options by their full names. It exists for speed only: the
 * commander package takes 30 ms to load (measured on Deno 2.9.6), a third of what starting an agent may cost, and it is needed only to
 * explain: help, mistakes, and rarer forms.
 * @module
 */

import { commands, commonOptions, type Invocation, invocation, optionKey, type OptionSpec } from "./options.ts";

/**
 * Reads the arguments. `undefined` when they are not in the plain form, or wrong: then the full parser has to say what they mean.
 * Where this parser has an answer, the full one has the same (a test compares them).
 */
export function quickParse(argv: readonly string[]): Invocation | undefined {
  const command = commands.find((candidate) => candidate.name === argv[0]);
  if (command === undefined || command.argument !== undefined) return undefined;
  const values: Record<string, unknown> = {};
  for (let at = 1; at < argv.length; at++) {
    const argument = argv[at] ?? "";
    const option = findOption(argument, [...command.options, ...commonOptions]);
    if (option === undefined) return undefined;
    const value = option.value === undefined ? true : argv[++at];
    if (!isPlainValue(option, value)) return undefined;
    values[optionKey(option.flag)] = value;
  }
  return invocation(command.name, values);
}

function findOption(argument: string, options: readonly OptionSpec[]): OptionSpec | undefined {
  return options.find((option) => argument === `--${option.flag}`);
}

function isPlainValue(option: OptionSpec, value: string | true | undefined): boolean {
  if (typeof value !== "string") return value === true;
  return (value === "-" || !value.startsWith("-")) && option.fault?.(value) === undefined;
}
