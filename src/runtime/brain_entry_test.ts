import assert from "node:assert/strict";
import { parseEntry as parse } from "./brain_entry.ts";

const parseEntry = (source: string, path: string) => parse(source, path, "__omw_imports");

Deno.test("parseEntry() leaves a script as it is", async () => {
  for (const source of ["1 + 1", "var important = 'import x'; // export", "with ({}) {} 'exported'", ""]) {
    assert.deepEqual(await parseEntry(source, "dir/brain.js"), { filename: "brain.js", script: source, imports: [] });
  }
});

Deno.test("parseEntry() takes imports out, in place, and their names from the global", async () => {
  const source = `"use client"; import a, { b as c, default as d } from "p"; import * as e from './q.js';
import {
  "x y" as f,
} from "p"; go(a, c)
import "r";
late()`;
  const { script, imports } = await parseEntry(source, "b.js");
  const lines = script.split("\n");
  assert.equal(
    lines[0]!.replaceAll(/ +/g, " "),
    `"use client"; "use strict"; const { b0: a, b1: c, b2: d, b3: e, b4: f } = __omw_imports; `,
  );
  assert.deepEqual(lines.slice(1).map((line) => line.trim()), ["", "", "go(a, c)", "", "late()"]);
  assert.equal(lines[3]!.indexOf("go"), source.split("\n")[3]!.indexOf("go"));
  assert.deepEqual(imports, [
    { line: 1, column: 15, reexport: `export { default as b0, b as b1, default as b2 } from "p";` },
    { line: 1, column: 60, reexport: `export * as b3 from "./q.js";` },
    { line: 2, column: 1, reexport: `export { "x y" as b4 } from "p";` },
    { line: 5, column: 1, reexport: `import "r";` },
  ]);
});

Deno.test("parseEntry() refuses what a script cannot be, with its place", async () => {
  const cases: [string, RegExp][] = [
    ["1;\n export default 1", /^SyntaxError: d\/b\.js:2:2: a brain exports nothing/],
    ["import 'x'; import('y')", /^SyntaxError: d\/b\.js:1:\d+: a built brain cannot import at run time/],
    ["import 'x'; import.meta.url", /^SyntaxError: d\/b\.js:1:\d+: SyntaxError: /],
    ["import 'x'; await 1", /^SyntaxError: d\/b\.js:1:\d+: SyntaxError: /],
    ["import { from 'x'", /^SyntaxError: d\/b\.js:1:\d+: SyntaxError: /],
    ["import x from 'x'; const x = 1", /^SyntaxError: d\/b\.js:1:\d+: SyntaxError: /],
  ];
  for (const [source, wanted] of cases) await assert.rejects(parseEntry(source, "d/b.js"), wanted, source);
});
