import { deepStrictEqual, doesNotMatch, strictEqual } from "node:assert/strict";
import { inspect } from "node:util";
import { booleanValue, EnvTable, EnvText, guessedValue, inlineValue, numberValue } from "./env_value.ts";

Deno.test("EnvText does not print its text", () => {
  const value = new EnvText("OMW__PROVIDERS__A__API_KEY", "sk-1234");
  for (const printed of [String(value), JSON.stringify([value]), Deno.inspect(value), inspect({ value })]) {
    doesNotMatch(printed, /sk-1234/);
  }
  strictEqual(value.reveal(), "sk-1234");
});

Deno.test("EnvTable.asArray() wants exactly the indexes from 0", () => {
  const table = new EnvTable("V");
  const [a, b] = [new EnvText("V", "a"), new EnvText("V", "b")];
  table.members.set("1", b).set("0", a);
  deepStrictEqual(table.asArray(), [a, b]);
  table.members.set("3", b);
  strictEqual(table.asArray(), undefined);
});

Deno.test("inlineValue() reads one TOML or JSON value", () => {
  strictEqual(inlineValue(" 1_000 "), 1000);
  strictEqual(inlineValue('"quoted"'), "quoted");
  strictEqual(inlineValue("2020-01-02"), "2020-01-02");
  strictEqual(JSON.stringify(inlineValue("{ a = 1,\n b = [2,], }")), '{"a":1,"b":[2]}');
  strictEqual(JSON.stringify(inlineValue('{"a": null}')), '{"a":null}');
});

Deno.test("inlineValue() takes no second key and no plain text", () => {
  for (const text of ["", "1\nb = 2", "hello", "12abc", "1 # one\n[x]", "[", "{a"]) strictEqual(inlineValue(text), undefined);
});

Deno.test("guessedValue() falls back to the text as it is", () => {
  strictEqual(guessedValue("0.2"), 0.2);
  strictEqual(guessedValue("true"), true);
  strictEqual(guessedValue("null"), "null");
  strictEqual(guessedValue(" spaced text "), " spaced text ");
  strictEqual(guessedValue("99999999999999999999"), 1e20);
});

Deno.test("booleanValue() knows the documented words in any case", () => {
  for (const text of ["1", "true", "ON", "Yes"]) strictEqual(booleanValue(text), true);
  for (const text of ["0", "False", "off", "no"]) strictEqual(booleanValue(text), false);
  for (const text of ["", "2", "nope"]) strictEqual(booleanValue(text), undefined);
});

Deno.test("numberValue() takes numbers alone", () => {
  strictEqual(numberValue("30"), 30);
  strictEqual(numberValue("0x10"), 16);
  for (const text of ["", "true", '"5"', "5 apples"]) strictEqual(numberValue(text), undefined);
});
