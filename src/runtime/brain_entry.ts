/**
 * A js or ts brain taken apart for `omw build`: the script, and what it imports.
 * @module
 */

import { basename } from "node:path";
import type { Node, Program } from "acorn";
import { checkJsSource } from "./js_source.ts";
import { readScript } from "./read_script.ts";
import { checkLength, isTypeScript, mayImport } from "./script_text.ts";

/** What is told of an import that no statement at the top makes. */
const NO_LATE_IMPORT = "a built brain cannot import at run time: import it at the top";

/** One import of a brain. */
export interface EntryImport {
  /** Where it stands, from 1. */
  line: number;
  /** Where it stands, from 1. */
  column: number;
  /** The same import as a statement that exports what it brings, in one line: what a bundler is given. */
  reexport: string;
}

/** A brain ready to be built. */
export interface BrainEntry {
  /** Its name in errors: the file's name without its folder. */
  filename: string;
  /** ECMAScript without imports; every line and column is that of the file, but for the line on which the script begins. */
  script: string;
  /** What it imports. */
  imports: EntryImport[];
}

/** A specifier of an import, as the parser has it. */
interface Specifier extends Node {
  local: { name: string };
  imported?: { type: string; name?: string; value?: unknown };
}

/** A node with its place: lines from 1, columns from 0. */
type Located = Node & { loc: { start: { line: number; column: number } } };

/**
 * Reads a brain's file.
 * @param importsName see {@link parseEntry}
 * @throws {SyntaxError} that names the file, the line and the column: it does not parse, it exports, it imports at run time
 * @throws {Error} that names the file: it can't be read
 */
export async function readEntry(path: string, importsName: string): Promise<BrainEntry> {
  const text = await readScript(path, isTypeScript(path) ? "ts" : "js");
  checkLength(text, path);
  const source = isTypeScript(path) ? (await import("./typescript.ts")).stripTypes(text, path) : text;
  // A script that is evaluated inside another text cannot begin with a line for the shell.
  return await parseEntry(source.replace(/^#!/, "//"), path, importsName);
}

/**
 * Takes a source apart. The imports become blanks, and before the first statement their names are taken from the object that the
 * global `importsName` will hold: then the rest is a script, and as such has a completion value.
 * @throws {SyntaxError} see {@link readEntry}
 */
export async function parseEntry(source: string, path: string, importsName: string): Promise<BrainEntry> {
  const filename = basename(path);
  const program = mayImport(source) || source.includes("export") ? await parseModule(source) : undefined;
  const declarations = program?.body.filter(({ type }) => /^(?:Import|Export)/.test(type)) ?? [];
  if (program === undefined || declarations.length === 0) {
    await checkJsSource(source, path, NO_LATE_IMPORT);
    return { filename, script: source, imports: [] };
  }
  const exported = declarations.find(({ type }) => type.startsWith("Export")) as Located | undefined;
  if (exported !== undefined) {
    const { line, column } = exported.loc.start;
    throw new SyntaxError(
      `${path}:${line}:${column + 1}: a brain exports nothing: the value of its last statement is its result`,
    );
  }
  const names: string[] = [];
  const imports = declarations.map((declaration) => entryImport(declaration as Located, names));
  const start = program.body.find((node) => !(node.type === "ExpressionStatement" && "directive" in node))!.start;
  const taken = names.length === 0 ? "" : ` const { ${names.join(", ")} } = ${importsName};`;
  const script = `${source.slice(0, start)}"use strict";${taken}${rest(source, start, declarations, taken.length + 13)}`;
  await checkJsSource(script, path, NO_LATE_IMPORT);
  return { filename, script, imports };
}

/** Nothing when it is no module either; what is wrong with it as a script is told then. */
async function parseModule(source: string): Promise<Program | undefined> {
  const { parse } = await import("acorn");
  try {
    return parse(source, { ecmaVersion: "latest", sourceType: "module", locations: true, allowAwaitOutsideFunction: true });
  } catch {
    return undefined;
  }
}

/** Adds the names that the script wants to `names`, as members of a pattern. */
function entryImport(declaration: Located, names: string[]): EntryImport {
  const { source, specifiers } = declaration as unknown as { source: { value: string }; specifiers: Specifier[] };
  const from = JSON.stringify(source.value);
  const clauses: string[] = [];
  let reexport = specifiers.length === 0 ? `import ${from};` : "";
  for (const { type, local, imported } of specifiers) {
    const alias = `b${names.length}`;
    names.push(`${alias}: ${local.name}`);
    if (type === "ImportNamespaceSpecifier") reexport += `export * as ${alias} from ${from};`;
    else if (type === "ImportDefaultSpecifier") clauses.push(`default as ${alias}`);
    else clauses.push(`${imported?.name ?? JSON.stringify(imported?.value)} as ${alias}`);
  }
  if (clauses.length > 0) reexport += `export { ${clauses.join(", ")} } from ${from};`;
  const { line, column } = declaration.loc.start;
  return { line, column: column + 1, reexport };
}

/** The source from `start` on with the declarations blanked, the first of which may give up to `used` of its blanks. */
function rest(source: string, start: number, declarations: readonly Node[], used: number): string {
  let text = "";
  let at = start;
  for (const declaration of declarations) {
    text += source.slice(at, declaration.start);
    let blanks = source.slice(declaration.start, declaration.end).replaceAll(/[^\n\r\u2028\u2029]/g, " ");
    if (declaration.start === start) blanks = blanks.slice(Math.min(used, /^ */.exec(blanks)![0].length));
    text += blanks;
    at = declaration.end;
  }
  return text + source.slice(at);
}
