import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { ToolNames } from "./tool_names.ts";

Deno.test("ToolNames leaves legal names alone, whatever stands beside them", () => {
  const names = new ToolNames(["a.b", "a_b", "__proto__", "x".repeat(64)]);
  strictEqual(names.toWire("a_b"), "a_b");
  strictEqual(names.toWire("__proto__"), "__proto__");
  strictEqual(names.toWire("x".repeat(64)), "x".repeat(64));
});

Deno.test("ToolNames: P39 names that the service refuses get legal, different aliases that lead back", () => {
  const originals = ["a.b", "a_b", "a/b", "a b", "", "日本", "y".repeat(70), `${"y".repeat(70)}z`, "constructor", "a😀b"];
  const names = new ToolNames(originals);
  for (const name of originals) {
    match(names.toWire(name), /^[A-Za-z0-9_-]{1,64}$/);
    strictEqual(names.fromWire(names.toWire(name)), name);
  }
  strictEqual(new Set(names.listed).size, originals.length);
  deepStrictEqual(names.listed, originals.map((name) => names.toWire(name)));
});

Deno.test("ToolNames: an alias is the same in every request", () => {
  strictEqual(new ToolNames(["a.b", "a_b"]).toWire("a.b"), new ToolNames(["c", "a_b", "a.b"]).toWire("a.b"));
  strictEqual(new ToolNames(["a.b"]).toWire("a.b"), "a_b");
});

Deno.test("ToolNames: the same name on two servers is sent under two aliases, and both lead back", () => {
  const names = new ToolNames(["search", "search", "search"]);
  strictEqual(new Set(names.listed).size, 3);
  strictEqual(names.listed[0], "search");
  for (const alias of names.listed) strictEqual(names.fromWire(alias), "search");
  strictEqual(names.toWire("search"), "search");
});

Deno.test("ToolNames: a name from an old message is mapped too, and one that the model made up is kept", () => {
  const names = new ToolNames(["a_b"]);
  const alias = names.toWire("a.b");
  notStrictEqual(alias, "a_b");
  strictEqual(names.fromWire(alias), "a.b");
  strictEqual(names.toWire("a.b"), alias);
  strictEqual(names.fromWire("made_up"), "made_up");
});

Deno.test("ToolNames takes time in proportion to the number of names, even when all collide", () => {
  const names = new ToolNames(new Array<string>(20_000).fill("a.b"));
  strictEqual(new Set(names.listed).size, 20_000);
  ok(names.listed.every((alias) => alias.length <= 64));
});
