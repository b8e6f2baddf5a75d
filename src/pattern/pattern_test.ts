import assert from "node:assert/strict";
import type { Json } from "../protocol/mod.ts";
import { compilePattern } from "./pattern.ts";

/** Asserts which of the values a pattern matches. */
function check(source: unknown, matching: (Json | undefined)[], others: (Json | undefined)[]): void {
  const pattern = compilePattern(source);
  for (const value of matching) assert.ok(pattern.matches(value), `${pattern} should match ${JSON.stringify(value)}`);
  for (const value of others) assert.ok(!pattern.matches(value), `${pattern} should not match ${JSON.stringify(value)}`);
}

Deno.test("compilePattern() finds a text's regular expression anywhere in a string", () => {
  check("^gpt-a.*", ["gpt-a", "gpt-abc"], ["my gpt-a", "", 5, null, ["gpt-a"], undefined]);
  check("b", ["abc"], ["ac"]);
  check("", ["", "x"], [0, {}]);
  check("(?i)HELLO", ["say hello"], ["hell"]);
  check("\\pL\\d", ["ä1"], ["1ä"]);
});

Deno.test("compilePattern() matches objects that have the named members", () => {
  check({ a: 1, b: { c: "x" } }, [{ a: 1, b: { c: "xy", d: 0 }, e: 2 }], [{ a: 1 }, { a: 2, b: { c: "x" } }, { a: 1, b: "x" }]);
  check({}, [{}, { a: 1 }], [null, [], "", 0, undefined]);
  check({ constructor: "." }, [{ constructor: "own" }], [{}]);
  check(JSON.parse('{"__proto__":{"x":1}}'), [JSON.parse('{"__proto__":{"x":1}}')], [{}, { x: 1 }]);
});

Deno.test("compilePattern() compares numbers, booleans and null", () => {
  check(1, [1, 1.0], [2, "1", true]);
  check(true, [true], [false, "true", 1]);
  check(null, [null], [undefined, false, 0, ""]);
});

Deno.test("compilePattern() matches arrays as ordered subsequences", () => {
  check(["a", "b"], [["x", "a", "b", "y"], ["a", "x", "b"]], [["b", "a"], ["a"], "ab", { 0: "a", 1: "b" }]);
  check([], [[], [1]], ["", {}]);
  check([["a"], 2], [[["b", "a"], 1, 2]], [["a", 2]]);
});

Deno.test("compilePattern() knows $while and $until in arrays", () => {
  check([{ role: "system" }, { $while: { role: "assistant" } }, { content: "final" }], [
    [{ role: "system" }, { role: "assistant" }, { role: "assistant" }, { content: "final" }],
    [{ role: "system" }, { content: "final" }],
  ], [[{ role: "system" }, { role: "assistant", content: "final" }]]);
  check(["a", { $until: "c", ignored: 1 }], [["a", "b", "c"]], [["c", "a"]]);
  // Of primitives an empty object matches none, so the run is empty and ends at once.
  check([{ $while: {} }, "a"], [["a"], [{}, "a"]], [[{}]]);
  check(["a", { $while: "b" }], [["a"], ["a", "b"]], [["b"]]);
});

Deno.test("compilePattern() refuses what is no pattern, quoting it", () => {
  assert.throws(() => compilePattern({ a: ["(unclosed"] }), /invalid regex in assertion pattern: "\(unclosed"/);
  assert.throws(() => compilePattern("(?=look)"), /invalid regex/);
  assert.throws(() => compilePattern(new Date(0)), /not a Date; write it as text/);
  assert.throws(() => compilePattern({ a: 1n }), /not a bigint/);
  for (const source of [{ $while: 1 }, { a: { $until: {} } }, [{ $until: { $while: 1 } }]]) {
    assert.throws(() => compilePattern(source), /the key "\$(while|until)" is reserved: it stands in an entry of events or/);
  }
  assert.throws(() => compilePattern([{ $whlie: "x" }]), /the key "\$whlie" is reserved: only \$while and \$until/);
});

Deno.test("compilePattern() takes linear time for a regular expression that others explode on", () => {
  assert.equal(compilePattern("(a+)+$").matches(`${"a".repeat(50_000)}b`), false);
});

Deno.test("Pattern.toString() is what a person reads", () => {
  assert.equal(String(compilePattern({ model: "^gpt", n: [1, { $while: null }] })), "{model: /^gpt/, n: [1, {$while = null}]}");
});

Deno.test("Pattern.mismatches() names each place that does not match, and what is there", () => {
  const found = (source: unknown, value: Json | undefined) => {
    return compilePattern(source).mismatches(value).map(({ path, wanted, found }) => [path, wanted, found]);
  };
  assert.deepEqual(found({ a: "^x", b: { c: 1, d: null } }, { a: "yx", b: { c: 2, d: null } }), [["a", "/^x/", "yx"], [
    "b.c",
    "1",
    2,
  ]]);
  assert.deepEqual(found({ a: {} }, {}), [["a", "{}", undefined]]);
  assert.deepEqual(found({ a: "x" }, null), [["", "{a: /x/}", null]]);
  assert.deepEqual(found({ a: ["x", "y"] }, { a: ["x"] }), [["a", "[/x/, /y/], of which nothing fits /y/", ["x"]]]);
  assert.deepEqual(found([], 5), [["", "[]", 5]]);
  assert.deepEqual(found(["x"], ["x"]), []);
});
