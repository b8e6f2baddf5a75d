import assert from "node:assert/strict";
import { checkLength, isTypeScript, MAX_SCRIPT_LENGTH, mayImport } from "./script_text.ts";

Deno.test("checkLength() bounds a script and names it", () => {
  checkLength(" ".repeat(MAX_SCRIPT_LENGTH), "b.js");
  assert.throws(() => checkLength(" ".repeat(MAX_SCRIPT_LENGTH + 1), "b.js"), /b\.js has \d+ characters: at most/);
});

Deno.test("mayImport() is wrong on one side only", () => {
  assert.equal(mayImport("import('x')"), true);
  assert.equal(mayImport("// important"), true);
  assert.equal(mayImport("1 + 1"), false);
});

Deno.test("isTypeScript() goes by the extension alone", () => {
  assert.deepEqual(["a.ts", "x/a.mts", "a.cts"].map(isTypeScript), [true, true, true]);
  assert.deepEqual(["a.js", "a.tsx", "ts", "a.ts.js"].map(isTypeScript), [false, false, false, false]);
});
