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
  /** What its value is called in the help; absent: it takes none. */
  readonly value?: string;
  /** One line for the help. */
  readonly summary: string;
  /** Says what is wrong with a value, or nothing. */
  readonly fault?: (value: string) => string | undefined;
}

/** The commands' names. */
export type CommandName = "run" | "loop" | "check" | "schema" | "permissions";

/** One command. */
export interface CommandSpec {
  /** Its name. */
  readonly name: CommandName;
  /** One line for the help. */
  readonly summary: string;
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
  /** Debug logs and stack traces. */
  readonly verbose: boolean;
  /** How log lines look. */
  readonly logFormat: LogFormat;
  /** The log filter of the command line; it wins over the environment's. */
  readonly logLevel?: string;
}

const logFormats: readonly string[] = ["auto", "tty", "pipe"] satisfies LogFormat[];

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
    fault: formatFault,
  },
  {
    flag: "log-level",
    value: "filter",
    summary: "off, error, warn, info, debug or trace, also per part: info,omw::host=debug (else from OMW_LOG or RUST_LOG)",
    fault: filterFault,
  },
];

/** Every command, in the order of the help. */
export const commands: readonly CommandSpec[] = [
  { name: "run", summary: "run every agent once", options: [config, watch] },
  { name: "loop", summary: "run every agent again and again until a signal comes", options: [config, watch] },
  { name: "check", summary: "validate a config and its brains without running anything", options: [config] },
  { name: "schema", summary: "write the JSON Schema of configs", options: [output] },
  { name: "permissions", summary: "print the Deno permissions that a config needs, one a line", options: [config] },
];

function emptyFault(value: string): string | undefined {
  return value === "" ? "It must not be empty." : undefined;
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
export function invocation(command: CommandName, values: Readonly<Record<string, unknown>>): Invocation {
  return {
    command,
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
