import { deepStrictEqual } from "node:assert/strict";
import { EnvText } from "./env_value.ts";
import { KeyIndex } from "./key_index.ts";

Deno.test("KeyIndex.find() prefers the exact key and tells all that fit otherwise", () => {
  const index = new KeyIndex();
  const table = { "a-b": 1, a_b: 2, Other: 3 };
  deepStrictEqual(index.find(table, "a_b"), ["a_b"]);
  deepStrictEqual(index.find(table, "A_B"), ["a-b", "a_b"]);
  deepStrictEqual(index.find(table, "OTHER"), ["Other"]);
  deepStrictEqual(index.find(table, "toString"), []);
});

Deno.test("KeyIndex.add() makes later keys known, once", () => {
  const index = new KeyIndex();
  const table: Record<string, number> = {};
  deepStrictEqual(index.find(table, "KEY"), []);
  table["key"] = 1;
  index.add(table, "key");
  index.add(table, "key");
  deepStrictEqual(index.find(table, "KEY"), ["key"]);
});

Deno.test("KeyIndex.findNamed() finds items by name, those from variables too", () => {
  const index = new KeyIndex();
  const items: unknown[] = [{ name: "Alice" }, 5, { name: new EnvText("V", "al_ice") }];
  deepStrictEqual(index.findNamed(items, "ALICE"), [{ name: "Alice", position: 0 }]);
  deepStrictEqual(index.findNamed(items, "AL-ICE"), [{ name: "al_ice", position: 2 }]);
  items.push({ name: "bob" });
  index.addNamed(items, 3);
  deepStrictEqual(index.findNamed(items, "BOB"), [{ name: "bob", position: 3 }]);
});
