import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { parse } from "smol-toml";
import { isTomlValue, tomlKey, tomlLines } from "./toml_text.ts";

/** What a TOML parser makes of the table. */
function roundTrip(table: Parameters<typeof tomlLines>[0]) {
  return JSON.parse(JSON.stringify(parse(tomlLines(table))));
}

Deno.test("tomlLines() writes what a parser reads back, whatever the text holds", () => {
  const texts = [
    "",
    "plain",
    "a\nb",
    "\nfirst",
    "last\n",
    'three """ and four """"',
    'ends in "\nlike this"',
    'ends in """\n"""',
    "\\n is no line end\n\\",
    "\r\n\t\x00\x1b\x7f",
    "😀 é",
    "'",
    '"\n"\n"',
  ];
  for (const text of texts) deepStrictEqual(roundTrip({ text, nested: [{ text }] }), { text, nested: [{ text }] });
});

Deno.test("tomlLines() keeps numbers, and keys that are no bare words", () => {
  const table = { a: [1, -2.5, 1e300, 9007199254740991, 1e21, 0], "a.b": { "": true, 'ü "': false, __proto: "x" } };
  deepStrictEqual(roundTrip(table), table);
  deepStrictEqual(roundTrip({ big: 1e20 }), { big: 1e20 });
  strictEqual(tomlKey("tooling", "a.b", "c-d"), 'tooling."a.b".c-d');
});

Deno.test("tomlLines() sorts keys, the kind first, and gives each item a line", () => {
  const text = tomlLines({ z: [{ y: 1, a: "x" }, "y"], a: [], kind: "k", b: { d: 1, "c.e": [] } });
  strictEqual(text, 'kind = "k"\na = []\nb = {\n  "c.e" = [],\n  d = 1,\n}\nz = [\n  { a = "x", y = 1 },\n  "y",\n]\n');
  deepStrictEqual(roundTrip({ t: { a: "1\n2", b: [1] } }), { t: { a: "1\n2", b: [1] } });
});

Deno.test("tomlLines() mends half a surrogate pair, which no TOML document can hold", () => {
  deepStrictEqual(roundTrip({ text: "a\ud800b", lines: "\udc00\n" }), { text: "a\ufffdb", lines: "\ufffd\n" });
});

Deno.test("isTomlValue() is false for what holds a null anywhere", () => {
  ok(isTomlValue({ a: [1, { b: "c" }] }));
  for (const value of [null, [null], { a: { b: null } }, undefined, NaN]) ok(!isTomlValue(value));
});
