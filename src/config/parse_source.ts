/**
 * Config text to plain data.
 * @module
 */

import { parse, TomlError } from "smol-toml";
import { ConfigError } from "./errors.ts";
import { jsonFault } from "./json_fault.ts";
import { isTable, plainTree, type Table } from "./plain_tree.ts";
import type { ConfigSource } from "./read_source.ts";

/**
 * The tables of a TOML 1.1 or JSON document.
 *
 * The parsers' own errors quote the faulty line, which may hold a secret. So only the place and the parser's description are passed
 * on, and the error has no cause.
 * @throws {ConfigError} `omw.toml:3:5: …` with the line and column, both from 1, columns in UTF-16 units
 */
export function parseSource({ text, format, label }: Pick<ConfigSource, "text" | "format" | "label">): Table {
  const document = plainTree(format === "json" ? parseJson(text, label) : parseToml(text, label));
  if (!isTable(document)) throw new ConfigError(`${label}: the config is not an object; write { "agents": [ … ] } and the like`);
  return document;
}

function parseToml(text: string, label: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const description = error.message.split("\n", 1)[0]?.replace(/^Invalid TOML document: /, "") ?? "";
    throw new ConfigError(`${label}:${error.line}:${error.column}: not valid TOML 1.1: ${description}; ${wayOut(description)}`);
  }
}

function wayOut(description: string): string {
  if (description.includes("redefine")) return "define each table and key once";
  if (description.includes("losslessly")) return "write the number as a string";
  if (description.includes("invalid value")) return "put text in quotes";
  return "correct it there";
}

function parseJson(text: string, label: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const before = text.slice(0, jsonFault(text)).split("\n");
    throw new ConfigError(`${label}:${before.length}:${(before.at(-1) ?? "").length + 1}: not valid JSON; correct it there`);
  }
}
