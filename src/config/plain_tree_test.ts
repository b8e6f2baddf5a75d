import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { parse } from "smol-toml";
import { isTable, plainTree } from "./plain_tree.ts";

Deno.test("plainTree() makes text of dates, as TOML spells them", () => {
  const toml = "a = 2020-01-02\nb = 2020-01-02T03:04:05Z\nc = 03:04:05\nd = [2020-01-02T03:04:05]";
  strictEqual(
    JSON.stringify(plainTree(parse(toml))),
    '{"a":"2020-01-02","b":"2020-01-02T03:04:05.000Z","c":"03:04:05.000","d":["2020-01-02T03:04:05.000"]}',
  );
});

Deno.test("plainTree() keeps __proto__ as a key and gives no table a prototype", () => {
  const tree = plainTree(JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'));
  strictEqual(Object.getPrototypeOf(tree), null);
  deepStrictEqual(Object.keys(tree as object), ["__proto__", "constructor"]);
  strictEqual(({} as Record<string, unknown>)["polluted"], undefined);
});

Deno.test("plainTree() refuses what is nested too deep", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 64; level++) deep = [deep];
  plainTree(deep);
  throws(() => plainTree([deep]), { name: "ConfigError", message: "the config is nested deeper than 64 levels; flatten it" });
});

Deno.test("isTable() is true for plain objects alone", () => {
  strictEqual(isTable({}) && isTable(Object.create(null)), true);
  for (const value of [[], null, "x", new Map(), new Date()]) strictEqual(isTable(value), false);
});
