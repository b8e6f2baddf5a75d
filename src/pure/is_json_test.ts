import assert from "node:assert/strict";
import { isJson } from "./is_json.ts";

Deno.test("isJson() takes whole JSON texts alone", () => {
  for (const text of ["{}", "[1]", "1", '"a"', " null "]) assert.equal(isJson(text), true, text);
  for (const text of ["", "{", '{"a":1}{', "undefined", "'a'"]) assert.equal(isJson(text), false, text);
});
