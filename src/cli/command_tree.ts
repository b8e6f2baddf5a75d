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

/** Each command but the program itself as a step of reading a command line: the words before it, a space, and its own word. */
export function wordSteps(nodes: readonly CommandNode[]): string[] {
  return nodes.filter(({ path }) => path !== "").map(({ path, word }) => `${path.slice(0, -word.length).trimEnd()} ${word}`);
}

/** The long forms of all options that take a value, sorted. */
export function valuedFlags(): string[] {
  return flagsOf(valuedOptions());
}

/** The options that take a value, by what a shell offers for it. */
export interface ValueKinds {
  /** The long forms of those that take a path. */
  readonly paths: readonly string[];
  /** Those that take one of a few words. */
  readonly chosen: readonly OptionSpec[];
  /** The long forms of those for which there is nothing to offer. */
  readonly free: readonly string[];
}

/** Sorts all options that take a value by its kind. */
export function valueKinds(): ValueKinds {
  const options = valuedOptions();
  return {
    paths: flagsOf(options.filter(({ value }) => value === "path")),
    chosen: options.filter(({ choices }) => choices !== undefined),
    free: flagsOf(options.filter(({ value, choices }) => value !== "path" && choices === undefined)),
  };
}

function valuedOptions(): OptionSpec[] {
  return [...commonOptions, ...commands.flatMap(({ options }) => options)].filter(({ value }) => value !== undefined);
}

function flagsOf(options: readonly OptionSpec[]): string[] {
  return [...new Set(options.map(({ flag }) => `--${flag}`))].sort();
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
