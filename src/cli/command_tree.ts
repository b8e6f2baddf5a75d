/**
 * The commands as a tree of words, for what is generated from them: completions and the manual page.
 * @module
 */

import { type ArgumentSpec, commands, commonOptions, type OptionSpec } from "./options.ts";

/** A word of the command line with what may follow it. */
export interface CommandNode {
  /** The words from the program's name on, joined by spaces: `test run`; empty for the program itself. */
  readonly path: string;
  /** The last of them. */
  readonly word: string;
  /** One line about it. */
  readonly summary: string;
  /** The words that may follow. */
  readonly children: readonly CommandNode[];
  /** Every option that may follow, those of all commands included. */
  readonly options: readonly OptionSpec[];
  /** What it takes besides options, in order. */
  readonly args: readonly ArgumentSpec[];
}

const help: OptionSpec = { flag: "help", summary: "print the help" };
const version: OptionSpec = { flag: "version", summary: "print the version" };

/** The program. */
export function commandTree(): CommandNode {
  return { ...nodeAt(""), summary: "runs agents that a TOML file declares", options: [...commonOptions, help, version] };
}

/** A node and all below it, each before its children. */
export function* nodesOf(node: CommandNode = commandTree()): Generator<CommandNode> {
  yield node;
  for (const child of node.children) yield* nodesOf(child);
}

/** The long forms of all options that take a value, sorted. */
export function valuedFlags(options: Iterable<OptionSpec> = allOptions()): string[] {
  const flags = [...options].filter(({ value }) => value !== undefined).map(({ flag }) => `--${flag}`);
  return [...new Set(flags)].sort();
}

/** Every option of every command. */
export function allOptions(): OptionSpec[] {
  return [...commonOptions, ...commands.flatMap(({ options }) => options)];
}

function nodeAt(path: string): CommandNode {
  const command = commands.find(({ name }) => name === path);
  const prefix = path === "" ? "" : `${path} `;
  const below = commands.filter(({ name }) => name.startsWith(prefix)).map(({ name }) =>
    name.slice(prefix.length).split(" ")[0]!
  );
  const children = command === undefined ? [...new Set(below)].map((word) => nodeAt(prefix + word)) : [];
  return {
    path,
    word: path.split(" ").at(-1)!,
    summary: command?.summary ?? children.map(({ word }) => word).join(", "),
    children,
    options: [...command?.options ?? [], ...commonOptions, help],
    args: [command?.argument, command?.second].filter((argument) => argument !== undefined),
  };
}
