import assert from "node:assert/strict";
import type { ToolCall, ToolCallDelta } from "../protocol/mod.ts";
import { CallMerge, MAX_CALL_UNITS } from "./call_merge.ts";

function fragments(...tool_calls: ToolCallDelta[]) {
  return { tool_calls };
}

function whole(tool_call: ToolCall) {
  return { tool_calls: [], tool_call };
}

Deno.test("CallMerge passes fragments on, with id and name once", () => {
  const merge = new CallMerge();
  assert.deepEqual(merge.add(fragments({ index: 0, id: "a", name: "f", arguments: "{" })), [{
    index: 0,
    id: "a",
    name: "f",
    arguments: "{",
  }]);
  assert.deepEqual(merge.add(fragments({ index: 0, id: "a", name: "f", arguments: "}" })), [{ index: 0, arguments: "}" }]);
  assert.deepEqual(merge.add(fragments({ index: 0, arguments: "" })), []);
  assert.deepEqual(merge.calls, [{ id: "a", name: "f", arguments: "{}" }]);
});

Deno.test("CallMerge numbers calls in the order in which they begin, also when every one says index 0", () => {
  const merge = new CallMerge();
  merge.add(fragments({ index: 0, id: "a", name: "f", arguments: "1" }));
  assert.equal(merge.add(fragments({ index: 0, id: "b", name: "g", arguments: "2" }))[0]?.index, 1);
  assert.deepEqual(merge.add(fragments({ index: 0, arguments: "3" })), [{ index: 1, arguments: "3" }]);
  assert.deepEqual(merge.add(fragments({ index: 7, id: "a", arguments: "4" })), [{ index: 0, arguments: "4" }]);
  assert.deepEqual(merge.calls.map((call) => call.arguments), ["14", "23"]);
});

Deno.test("CallMerge makes an id up where the brain gives none, and takes a late one and a late name", () => {
  const merge = new CallMerge();
  const [first] = merge.add(fragments({ index: 0, arguments: "1" }));
  assert.match(first?.id ?? "", /^call_/);
  assert.deepEqual(merge.add(fragments({ index: 0, id: "late", name: "f" })), [{ index: 0, name: "f", arguments: "" }]);
  assert.deepEqual(merge.calls, [{ id: "late", name: "f", arguments: "1" }]);
});

Deno.test("CallMerge makes fragments of whole calls: longer arguments replace, others follow", () => {
  const merge = new CallMerge();
  const sent = [
    whole({ id: "a", name: "f", arguments: '{"x"' }),
    whole({ id: "a", name: "f", arguments: '{"x":1}' }),
    whole({ id: "a", name: "f", arguments: '{"x":1}' }),
    whole({ id: "b", name: "g", arguments: "" }),
    whole({ id: "b", name: "g", arguments: "{" }),
    whole({ id: "b", name: "g", arguments: "}" }),
  ].map((delta) => merge.add(delta));
  assert.deepEqual(sent, [
    [{ index: 0, id: "a", name: "f", arguments: '{"x"' }],
    [{ index: 0, arguments: ":1}" }],
    [],
    [{ index: 1, id: "b", name: "g", arguments: "" }],
    [{ index: 1, arguments: "{" }],
    [{ index: 1, arguments: "}" }],
  ]);
  assert.deepEqual(merge.calls.map((call) => call.arguments), ['{"x":1}', "{}"]);
});

Deno.test("CallMerge takes the whole call of a delta for a repetition of its fragments", () => {
  const merge = new CallMerge();
  merge.add({
    tool_calls: [{ index: 0, id: "a", name: "f", arguments: "{" }],
    tool_call: { id: "a", name: "f", arguments: "{" },
  });
  merge.add({ tool_calls: [{ index: 0, arguments: "}" }], tool_call: { id: "a", name: "f", arguments: "{}" } });
  assert.deepEqual(merge.add(whole({ id: "a", name: "f", arguments: "{}" })), []);
  assert.deepEqual(merge.calls, [{ id: "a", name: "f", arguments: "{}" }]);
});

Deno.test("CallMerge keeps one call for whole calls without an id", () => {
  const merge = new CallMerge();
  merge.add(whole({ id: "", name: "f", arguments: "{" }));
  merge.add(whole({ id: "", name: "f", arguments: "{}" }));
  assert.deepEqual(merge.calls.map((call) => call.arguments), ["{}"]);
});

Deno.test("CallMerge says when the calls are too large, and stays linear until then", () => {
  const merge = new CallMerge();
  merge.add(fragments({ index: 0, id: "a", name: "f", arguments: "x".repeat(1_000_000) }));
  for (let i = 0; i < 50_000; i++) merge.add(whole({ id: "a", name: "f", arguments: "yyyyyyyyyy" }));
  assert.equal(merge.tooLarge, false);
  merge.add(fragments({ index: 0, arguments: "x".repeat(MAX_CALL_UNITS) }));
  assert.equal(merge.tooLarge, true);
});
