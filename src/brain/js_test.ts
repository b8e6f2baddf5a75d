import { match, strictEqual } from "node:assert/strict";
import { BrainChild } from "../../tests/support/brain_child.ts";

/** What a source comes to: its terminal message, or `!` and its error. */
const ends: Readonly<Record<string, string | undefined>> = {
  "": undefined,
  "undefined": undefined,
  "null": undefined,
  "''": "",
  "'text'": "text",
  "3": "3",
  "3000000000": "3000000000",
  "NaN": "null",
  "true": "true",
  "[]": "[]",
  "10n": "10",
  "Symbol('s')": "Symbol(s)",
  "(function f(a) {})": `{"length":1,"name":"f"}`,
  "({ b: 1, a: undefined, c: [undefined, new Date(0), new Map()] })": `{"b":1,"c":[null,{},{}]}`,
  "var a = {}; a.a = a": "!TypeError: cyclic object value",
  "5; let x = 1; function f() {}": "5",
  "omw.host.log('info', 'x')": undefined,
  "(async () => { await null; return { late: true } })()": `{"late":true}`,
  "Promise.resolve()": undefined,
  "new Promise(() => {})": "!the script's value is a promise that can never be settled: nothing is left to run",
  "(async () => {\n  await null;\n  throw new RangeError('late');\n})()": "!RangeError: late (brain.js:3:9)",
  "Promise.reject('no')": `!Uncaught "no"`,
  "Promise.reject(new Error('nobody waits')); 7": "7",
  "\n\n  nothing.x": "!ReferenceError: nothing is not defined (brain.js:3:3)",
  "omw.host.waitUntil(1)": "!Error: timestamp must be in the future (brain.js:1:10)",
  "throw 'text'": `!Uncaught "text"`,
  "throw { a: [1] }": `!Uncaught {"a":[1]}`,
  "throw undefined": "!Uncaught undefined",
  "throw null": "!Uncaught null",
  "throw 1n": "!Uncaught 1",
  "throw new Error('two\\nlines')": "!Error: two lines (brain.js:1:7)",
  "throw Object.assign(new Error(''), { name: 'Mine' })": "!Mine (brain.js:1:21)",
  "throw Object.create(Error.prototype, { message: { get() { throw 1 } } })": "!Uncaught value that can't be shown",
  "class E extends TypeError {}; throw new E('x')": "!TypeError: x (brain.js:1:37)",
  "let a = 1;\n  foo bar": "!SyntaxError: Unexpected identifier 'bar' (brain.js:2:7)",
  "await 1": "!SyntaxError: await is only valid in async functions and the top level bodies of modules (brain.js:1:1)",
  "import x from 'y'": "!SyntaxError: Cannot use import statement outside a module (brain.js:1:1)",
  "let a; let a": "!SyntaxError: Identifier 'a' has already been declared (brain.js:1:12)",
  "function f() { f() } try { f() } catch (e) { e.name }": "RangeError",
  "'use strict'; undeclared = 1": "!ReferenceError: undeclared is not defined (brain.js:1:26)",
  "var omw = 5; typeof omw": "number",
  "const { recv } = omw.host; typeof recv": "function",
  "eval('1 + 1') + new Function('return 1')()": "3",
};

Deno.test("a js brain's end", async (t) => {
  await using child = await BrainChild.start();
  let r = 0;
  for (const [source, wanted] of Object.entries(ends)) {
    await t.step(`of ${JSON.stringify(source)}`, async () => {
      strictEqual(await child.evaluate(source, { r: ++r }), wanted);
    });
  }
});

Deno.test("an uncaught stack overflow is an error like any other; where it happens to strike is the engine's choice", async () => {
  await using child = await BrainChild.start();
  const wanted = /^!RangeError: Maximum call stack size exceeded \(brain\.js:1:\d+\)$/;
  match((await child.evaluate("function f() { f() } f()"))!, wanted);
});
