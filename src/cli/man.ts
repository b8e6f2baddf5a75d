/**
 * `omw man`: the manual page, generated from the command definitions, in the macros of man(7).
 * @module
 */

import { VERSION } from "../protocol/version.ts";
import { type CommandNode, commandTree, nodesOf } from "./command_tree.ts";
import { type ArgumentSpec, commonOptions, type Invocation, type OptionSpec } from "./options.ts";
import { writeOut } from "./output.ts";

/** Variables that omw reads, and what for. */
const variables: readonly (readonly [string, string])[] = [
  ["OMW__…", "a key of the config, set or replaced: OMW__PROVIDERS__MODEL__API_KEY is providers.model.api_key"],
  ["OMW_LOG, RUST_LOG", "what is logged, unless --log-level says it"],
  ["XDG_CACHE_HOME, HOME", "where prepared components are kept: $XDG_CACHE_HOME/omw, else $HOME/.cache/omw"],
  ["DENO_CERT, DENO_TLS_CA_STORE", "a PEM file with a further certificate authority; system for the system's authorities"],
];

const exitCodes: readonly (readonly [string, string])[] = [
  ["0", "success, also after a signal that asked for the end"],
  ["1", "a fault, with one line on standard error that names it"],
  ["2", "a command line that was not understood"],
];

/** Writes the page; resolves with 0. */
export async function man(_invocation: Invocation): Promise<number> {
  await writeOut(manPage(VERSION));
  return 0;
}

/** The page for a version. It holds no date, so that one version has one text. */
export function manPage(version: string): string {
  const program = commandTree();
  const leaves = [...nodesOf(program)].filter(({ path, children }) => path !== "" && children.length === 0);
  return [
    `.TH OMW 1 "" "omw ${plain(version)}" "User Commands"`,
    ".SH NAME",
    `omw, omw\\-test \\- ${plain(program.summary)}`,
    ".SH SYNOPSIS",
    ".nf",
    ...leaves.map(synopsis),
    ".fi",
    ".SH DESCRIPTION",
    plain(
      "omw runs agents. Each wires a model provider, tools and a brain, which runs in a process of its own without any permission. " +
        "Called omw-test the program is omw test.",
    ),
    ".SH COMMANDS",
    ...leaves.flatMap(command),
    ".SH COMMON OPTIONS",
    ...program.options.flatMap(option),
    ".SH EXIT STATUS",
    ...exitCodes.flatMap(([code, meaning]) => entry(plain(code), meaning)),
    ".SH ENVIRONMENT",
    ...variables.flatMap(([name, meaning]) => entry(bold(name), meaning)),
    ".SH FILES",
    ...entry("\\fIomw.toml\\fR", "the config, unless --config names another"),
    "",
  ].join("\n");
}

function synopsis({ path, args }: CommandNode): string {
  return [bold(`omw ${path}`), "[\\fIoptions\\fR]", ...args.map(argument)].join(" ");
}

function command({ path, summary, options, args }: CommandNode): string[] {
  const own = options.filter(({ flag }) => flag !== "help" && !commonOptions.some((common) => common.flag === flag));
  return [
    `.SS ${bold(path)}${args.map((each) => ` ${argument(each)}`).join("")}`,
    plain(`${summary}.`),
    ...args.flatMap((each) => entry(`\\fI${plain(each.name)}\\fR`, each.summary)),
    ...own.flatMap(option),
  ];
}

function argument({ name, optional }: ArgumentSpec): string {
  return optional ? `[\\fI${plain(name)}\\fR]` : `\\fI${plain(name)}\\fR`;
}

function option({ flag, value, summary }: OptionSpec): string[] {
  return entry(`${bold(`--${flag}`)}${value === undefined ? "" : ` \\fI${plain(value)}\\fR`}`, summary);
}

function entry(head: string, text: string): string[] {
  return [".TP", head, plain(text)];
}

function bold(text: string): string {
  return `\\fB${plain(text)}\\fR`;
}

/** Text in which nothing is a request or an escape, and a hyphen is the one that is typed. */
function plain(text: string): string {
  const escaped = text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("…", "\\&...");
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
