/**
 * Checks a js brain's source without running it (design §4.3): it must parse as a script, and it may not import.
 * @module
 */

import { Script } from "node:vm";
import { mayImport } from "./script_text.ts";

/** What is told of an import under kind `js`. */
const NO_IMPORT = "a brain cannot import: omw build makes a component of it and of what it imports";

/**
 * Checks a source.
 *
 * The engine that will run it says whether it parses: a second parser would lag behind its syntax. Only a script that may import is
 * parsed a second time, for the place of it.
 * @param refusal what is told of an import
 * @throws {SyntaxError} that names the file, the line and the column
 */
export async function checkJsSource(source: string, filename: string, refusal: string = NO_IMPORT): Promise<void> {
  let fault: unknown;
  try {
    new Script(source, { filename: "brain.js" });
  } catch (error) {
    fault = error;
  }
  if (fault === undefined && !mayImport(source)) return;
  const { parse, tokenizer } = await import("acorn");
  const place = (line: number, column: number) => `${filename}:${line}:${column + 1}`;
  try {
    const found = importIn(parse(source, { ecmaVersion: "latest", sourceType: "script", locations: true }));
    if (found) throw new SyntaxError(`${place(found.line, found.column)}: ${refusal}`);
  } catch (error) {
    if (error instanceof SyntaxError && "loc" in error) {
      const { line, column } = error.loc as { line: number; column: number };
      if (fault !== undefined) throw new SyntaxError(`${place(line, column)}: ${syntaxText(fault)}`, { cause: fault });
      // Newer syntax than the parser knows. Its tokens still tell whether `import` stands there as a keyword.
      for (const token of tokenizer(source, { ecmaVersion: "latest", locations: true })) {
        if (token.type.keyword !== "import") continue;
        const { line, column } = token.loc!.start;
        throw new SyntaxError(`${place(line, column)}: ${refusal}`);
      }
      return;
    }
    throw error;
  }
  if (fault !== undefined) throw new SyntaxError(`${filename}: ${syntaxText(fault)}`, { cause: fault });
}

function syntaxText(fault: unknown): string {
  return fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault);
}

/** Where the first import stands. The walk keeps its own stack: a source may nest deeper than ours reaches. */
function importIn(root: unknown): { line: number; column: number } | undefined {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null) continue;
    if (Array.isArray(node)) {
      for (let i = node.length - 1; i >= 0; i--) open.push(node[i]);
      continue;
    }
    const { type, loc } = node as { type?: unknown; loc?: { start: { line: number; column: number } } };
    if (type === "ImportExpression" || type === "ImportDeclaration") return loc?.start;
    for (const value of Object.values(node)) {
      if (typeof value === "object" && value !== null) open.push(value);
    }
  }
  return undefined;
}
