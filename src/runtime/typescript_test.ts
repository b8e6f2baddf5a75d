import assert from "node:assert/strict";
import { stripTypes } from "./typescript.ts";

Deno.test("stripTypes() leaves every other character in its place", () => {
  const source = [
    "type Reply = { text: string };",
    "const reply: Reply = { text: 'é' } as const satisfies Reply;",
    "abstract class A<T> { declare x: number; private y?: T = undefined!; abstract f(): void }",
    "function f<T>(this: A<T>, x?: T): x is T { return !x }",
    "(1 as number)",
  ].join("\n");
  const stripped = stripTypes(source, "brain.ts");
  assert.deepEqual(stripped.split("\n").map((line) => line.length), source.split("\n").map((line) => line.length));
  for (const part of ["'é'", "class A", "return !x"]) assert.equal(stripped.indexOf(part), source.indexOf(part), part);
  assert.equal(new Function(`${stripped.replace(/\n.*$/, "")}; return reply.text`)(), "é");
});

Deno.test("stripTypes() refuses what is more than types, with its place and a way out", () => {
  const cases: [string, RegExp][] = [
    ["1;\n  enum X { A }", /^SyntaxError: dir\/b\.ts:2:3: TypeScript enum is not supported: .*plain JavaScript/],
    ["namespace N { export const a = 1 }", /^SyntaxError: dir\/b\.ts:1:1: .*namespace.*: /],
    ["class A {\n constructor(private x: number) {} }", /^SyntaxError: dir\/b\.ts:2:22: .*parameter property/],
    ["const x = <string>y;", /^SyntaxError: dir\/b\.ts:1:11: .*as/],
  ];
  for (const [source, wanted] of cases) assert.throws(() => stripTypes(source, "dir/b.ts"), wanted);
});

Deno.test("stripTypes() names the place of a syntax error", () => {
  assert.throws(() => stripTypes("let a = 1;\nlet x: = 1;", "b.ts"), /^SyntaxError: b\.ts:2:8: [^:]+/);
  assert.throws(() => stripTypes("let a: {", "b.ts"), /^SyntaxError: b\.ts:1:\d+: /);
});
