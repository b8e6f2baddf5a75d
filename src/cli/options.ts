/**
 * What the command line consists of: the commands and their options, as data. Two parsers read it: the quick one for the plain
 * forms (`quick_parse.ts`) and the one on the commander package for everything else (`program.ts`), so they cannot disagree about names.
 * @module
 */

import { parseLogFilter } from "./log_filter.ts";

/** One option of a command or of the whole program. */
export interface OptionSpec {
  /** Its long form without the dashes, such as `log-format`. */
  readonly flag: string;
  /** Its letter, such as `o` for `-o`. */
  readonly short?: string;
  /** What its value is called in the help; absent: it takes none. */
  readonly value?: string;
  /** One line for the help. */
  readonly summary: string;
  /** It may be given several times; its value is then the list of all. */
  readonly repeats?: boolean;
  /** The values that there are, when they are few. */
  readonly choices?: readonly string[];
  /** Says what is wrong with a value, or nothing. */
  readonly fault?: (value: string) => string | undefined;
}

/** What a command takes besides options. */
export interface ArgumentSpec {
  /** What it is called in the help. */
  readonly name: string;
  /** One line for the help. */
  readonly summary: string;
  /** It need not be given. */
  readonly optional?: boolean;
  /** The values that there are, when they are few. */
  readonly choices?: readonly string[];
}

/** The commands' names; one of two words is a command of a group. */
export type CommandName =
  | "run"
  | "loop"
  | "check"
  | "build"
  | "inspect"
  | "test run"
  | "test schema"
  | "scaffold"
  | "generate test config"
  | "init"
  | "schema"
  | "permissions"
  | "self check"
  | "completions"
  | "man";

/** A shell that omw has completions for. */
export type Shell = "bash" | "zsh" | "fish";

/** One command. */
export interface CommandSpec {
  /** Its name. */
  readonly name: CommandName;
  /** One line for the help. */
  readonly summary: string;
  /** What it takes besides options. */
  readonly argument?: ArgumentSpec;
  /** What it takes after that. */
  readonly second?: ArgumentSpec;
  /** The options that only it and its likes have. */
  readonly options: readonly OptionSpec[];
}

/** How log lines look. */
export type LogFormat = "auto" | "tty" | "pipe";

/** A command line that was understood. */
export interface Invocation {
  /** The command. */
  readonly command: CommandName;
  /** The config's path as it was given; absent: the default. */
  readonly config?: string;
  /** Whether changed files restart agents. */
  readonly watch: boolean;
  /** Where `schema` writes; absent: standard output. */
  readonly output?: string;
  /** What stood beside the options. */
  readonly argument?: string;
  /** What stood after that. */
  readonly second?: string;
  /** Every option that was given, by its key; what only one command has is read from here. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Debug logs and stack traces. */
  readonly verbose: boolean;
  /** How log lines look. */
  readonly logFormat: LogFormat;
  /** The log filter of the command line; it wins over the environment's. */
  readonly logLevel?: string;
}

const logFormats: readonly string[] = ["auto", "tty", "pipe"] satisfies LogFormat[];

const shells: readonly string[] = ["bash", "zsh", "fish"] satisfies Shell[];

const config: OptionSpec = {
  flag: "config",
  value: "path",
  summary: "the config file, or - for standard input (default: omw.toml in the working folder)",
  fault: emptyFault,
};

const watch: OptionSpec = { flag: "watch", summary: "restart an agent when its script or the config changes" };

const output: OptionSpec = {
  flag: "output",
  value: "path",
  summary: "the file to write, or - for standard output (default); its folders are made",
  fault: emptyFault,
};

/** The options of every command; they may stand before or after its name. */
export const commonOptions: readonly OptionSpec[] = [
  { flag: "verbose", summary: "debug logs, and stack traces with errors" },
  {
    flag: "log-format",
    value: "format",
    summary: "auto, tty (for people) or pipe (JSON lines); auto is tty when standard error is a terminal",
    choices: logFormats,
    fault: formatFault,
  },
  {
    flag: "log-level",
    value: "filter",
    summary: "off, error, warn, info, debug or trace, also per part: info,omw::host=debug (else from OMW_LOG or RUST_LOG)",
    fault: filterFault,
  },
];

const testOptions: readonly OptionSpec[] = [
  {
    flag: "include",
    value: "glob",
    repeats: true,
    summary: "run only tests whose path matches; * stays within a folder, ** does not; may be given several times",
    fault: emptyFault,
  },
  { flag: "exclude", value: "glob", repeats: true, summary: "leave out tests whose path matches", fault: emptyFault },
  { flag: "watch", summary: "run again whenever a file changes, until a signal comes" },
  { flag: "jobs", value: "n", summary: "how many tests run side by side (default: one per processor)", fault: countFault },
  { flag: "all", summary: "run every test whatever fails before it (default)" },
  { flag: "fail-fast", summary: "start no further test after one has failed" },
  { flag: "json", summary: "write one JSON report to standard output in place of the lines" },
  { flag: "junit", value: "path", summary: "write a JUnit report to this file too", fault: emptyFault },
  { flag: "real", summary: "register the real kinds beside the doubles: tests may then use the network" },
];

/** Every command, in the order of the help. */
export const commands: readonly CommandSpec[] = [
  { name: "run", summary: "run every agent once", options: [config, watch] },
  { name: "loop", summary: "run every agent again and again until a signal comes", options: [config, watch] },
  { name: "check", summary: "validate a config and its brains without running anything", options: [config] },
  {
    name: "build",
    summary: "make a WebAssembly component of a brain in JavaScript or TypeScript and what it imports",
    argument: { name: "entry", summary: "the brain's file, .js or .ts" },
    options: [{
      ...output,
      short: "o",
      summary: "the file to write, or - for standard output (default: .wasm beside the brain); its folders are made",
    }, {
      flag: "api",
      value: "release",
      summary: "0.1.3 (default) or 0.1.10: whose shapes the brain finds, as the key api of a js runtime entry",
      fault: apiFault,
    }],
  },
  {
    name: "inspect",
    summary: "print what a component imports, exports and may need",
    argument: { name: "file", summary: "the component, .wasm or .wat" },
    options: [{ flag: "json", summary: "write one JSON object in place of the lines" }],
  },
  {
    name: "test run",
    summary: "run the tests of a folder, or the one of a file, against scripted doubles",
    argument: { name: "path", summary: "the folder or file (default: the working folder)", optional: true },
    options: testOptions,
  },
  { name: "test schema", summary: "write the JSON Schema of test configs", options: [output] },
  {
    name: "scaffold",
    summary: "write a starter test config for a deployment's config",
    argument: { name: "config", summary: "the deployment's config, or - for standard input" },
    options: [
      { ...output, summary: "the file to write, or - for standard output (default: omw.test.toml beside the config)" },
      { flag: "force", summary: "overwrite the file if it exists" },
      { flag: "no-resources", summary: "neither list nor read the resources of tool servers" },
    ],
  },
  {
    name: "generate test config",
    summary: "write the test config of one variant of a case from the case's template",
    argument: { name: "case", summary: "the case's folder, which holds omw.test.template.toml" },
    second: { name: "variant", summary: "js, rhai or wasm: the folder of the variant's brain" },
    options: [{ ...output, summary: "the file to write, or - for standard output (default: omw.test.toml beside the brain)" }],
  },
  {
    name: "init",
    summary: "make a new project: a config, a brain and a test that passes",
    argument: { name: "dir", summary: "its folder, which is made if need be (default: the working folder)", optional: true },
    options: [],
  },
  { name: "schema", summary: "write the JSON Schema of configs", options: [output] },
  { name: "permissions", summary: "print the Deno permissions that a config needs, one a line", options: [config] },
  {
    name: "self check",
    summary: "say what this omw is and has, and whether it can work here",
    options: [{ flag: "json", summary: "write one JSON object in place of lines" }],
  },
  {
    name: "completions",
    summary: "write the completion script of a shell",
    argument: { name: "shell", summary: "bash, zsh or fish", choices: shells },
    options: [],
  },
  { name: "man", summary: "write the manual page", options: [] },
];

function emptyFault(value: string): string | undefined {
  return value === "" ? "It must not be empty." : undefined;
}

function countFault(value: string): string | undefined {
  return /^\d{1,4}$/.test(value) ? undefined : "It is a number; 0 is one per processor.";
}

function apiFault(value: string): string | undefined {
  return value === "0.1.3" || value === "0.1.10" ? undefined : "It is 0.1.3 or 0.1.10.";
}

function formatFault(value: string): string | undefined {
  return logFormats.includes(value) ? undefined : `It is one of ${logFormats.join(", ")}.`;
}

function filterFault(value: string): string | undefined {
  return parseLogFilter(value) === undefined ? "It looks like debug, or like info,omw::host=debug." : undefined;
}

/** The key of an option in a parser's result: `log-format` is `logFormat`, as commander has it. */
export function optionKey(flag: string): string {
  return flag.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Makes an invocation of a parser's result, whose values were checked by the options' `fault`. */
export function invocation(
  command: CommandName,
  values: Readonly<Record<string, unknown>>,
  argument?: string,
  second?: string,
): Invocation {
  return {
    command,
    ...(argument !== undefined && { argument }),
    ...(second !== undefined && { second }),
    values,
    config: textOf(values.config),
    watch: values.watch === true,
    output: textOf(values.output),
    verbose: values.verbose === true,
    logFormat: (textOf(values.logFormat) ?? "auto") as LogFormat,
    logLevel: textOf(values.logLevel),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
