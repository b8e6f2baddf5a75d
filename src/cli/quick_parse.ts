/**
 * The parser for command lines in their plain form: a command, then options by their full names. It exists for speed only: the
 * commander package takes 30 ms to load (measured on Deno 2.9.6), a third of what starting an agent may cost, and it is needed only to
 * explain: help, mistakes, and rarer forms.
 * @module
 */

import {
  type ArgumentSpec,
  commands,
  commonOptions,
  type Invocation,
  invocation,
  optionKey,
  type OptionSpec,
} from "./options.ts";

/**
 * Reads the arguments. `undefined` when they are not in the plain form, or wrong: then the full parser has to say what they mean.
 * Where this parser has an answer, the full one has the same (a test compares them).
 */
export function quickParse(argv: readonly string[]): Invocation | undefined {
  const command = commands.find(({ name }) => name.split(" ").every((word, at) => word === argv[at]));
  if (command === undefined || command.second !== undefined || command.options.some(isNegative)) return undefined;
  const values: Record<string, unknown> = {};
  let argument: string | undefined;
  for (let at = command.name.split(" ").length; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (isArgument(word) && argument === undefined && command.argument !== undefined) {
      argument = word;
      continue;
    }
    const option = findOption(word, [...command.options, ...commonOptions]);
    if (option === undefined) return undefined;
    const value = option.value === undefined ? true : argv[++at];
    if (!isPlainValue(option, value)) return undefined;
    const key = optionKey(option.flag);
    values[key] = option.repeats ? [...(values[key] as string[] | undefined ?? []), value] : value;
  }
  if (!isWantedArgument(command.argument, argument)) return undefined;
  return invocation(command.name, values, argument);
}

/** An option such as `--no-color`, by which the full parser gives a value to its opposite. */
function isNegative({ flag }: OptionSpec): boolean {
  return flag.startsWith("no-");
}

function isArgument(word: string): boolean {
  return word !== "" && !word.startsWith("-");
}

function isWantedArgument(spec: ArgumentSpec | undefined, argument: string | undefined): boolean {
  if (argument === undefined) return spec === undefined || spec.optional === true;
  return spec?.choices?.includes(argument) ?? true;
}

function findOption(argument: string, options: readonly OptionSpec[]): OptionSpec | undefined {
  return options.find((option) => argument === `--${option.flag}`);
}

function isPlainValue(option: OptionSpec, value: string | true | undefined): boolean {
  if (typeof value !== "string") return value === true;
  return (value === "-" || !value.startsWith("-")) && option.fault?.(value) === undefined;
}
