import assert from "node:assert/strict";
import { checkLength, MAX_SCRIPT_LENGTH, mayImport } from "./script_text.ts";

Deno.test("checkLength() bounds a script and names it", () => {
  checkLength(" ".repeat(MAX_SCRIPT_LENGTH), "b.js");
  assert.throws(() => checkLength(" ".repeat(MAX_SCRIPT_LENGTH + 1), "b.js"), /b\.js has \d+ characters: at most/);
});

Deno.test("mayImport() is wrong on one side only", () => {
  assert.equal(mayImport("import('x')"), true);
  assert.equal(mayImport("// important"), true);
  assert.equal(mayImport("1 + 1"), false);
});
