import assert from "node:assert/strict";
import { errorChain } from "../host/mod.ts";
import { checkJsSource } from "./js_source.ts";

Deno.test("checkJsSource() takes scripts, and the word import where it imports nothing", async () => {
  for (const source of ["", "1 + 1", "// import x\n'import'", "let important = 1; important", "var x = `import(${1})`"]) {
    await checkJsSource(source, "brain.js");
  }
});

Deno.test("checkJsSource() names the place of a syntax error", async () => {
  await assert.rejects(
    checkJsSource("let a = 1;\n  let = ;", "dir/brain.js"),
    /^SyntaxError: dir\/brain\.js:2:\d+: SyntaxError: /,
  );
  // What the parser that finds the place says of it is not told as well.
  const fault = await checkJsSource("let a = 1;\n  let = ;", "b.js").catch((error) => error);
  assert.ok(fault.message.endsWith(`: SyntaxError: ${fault.cause.message}`), errorChain(fault));
  assert.equal(errorChain(fault), fault.message);
  await assert.rejects(checkJsSource("await 1", "b.js"), /^SyntaxError: b\.js:1:\d+: SyntaxError: /);
  await assert.rejects(checkJsSource("return 1", "b.js"), /^SyntaxError: b\.js:1:\d+: SyntaxError: /);
});

Deno.test("checkJsSource() refuses every kind of import", async () => {
  const cases = [
    "import 'x'",
    "import x from 'x'",
    "1;\nimport('x')",
    "const f = () => import('x')",
    "eval; `${import('x')}`",
    "import.meta",
  ];
  for (const source of cases) {
    await assert.rejects(checkJsSource(source, "b.js"), /^SyntaxError: b\.js:\d+:\d+: /, source);
  }
});

Deno.test("checkJsSource() survives a deeply nested source", async () => {
  const source = `var x = ${"[".repeat(2000)}import${"]".repeat(2000)}`;
  await assert.rejects(checkJsSource(source, "b.js"), SyntaxError);
});
