import { deepStrictEqual, match, notStrictEqual, strictEqual, throws } from "node:assert/strict";
import { isCutOff } from "../pure/finish_reason.ts";
import { type CallFragment, MAX_ARGUMENTS, MAX_TOOL_CALLS, ToolCallAssembler } from "./tool_calls.ts";

function assemble(...fragments: CallFragment[]): string[] {
  const assembler = new ToolCallAssembler();
  for (const fragment of fragments) assembler.push(fragment);
  return assembler.flush(false).map((call) => `${call.name}${call.arguments}`);
}

/** What the fragments of one reply come to, each call as its name and arguments. */
const CASES: { name: string; fragments: CallFragment[]; calls: string[] }[] = [
  {
    name: "P25 without index, fragments follow the call before",
    fragments: [{ id: "a", name: "f", arguments: "{" }, { arguments: "}" }, { id: "b", name: "g", arguments: "[" }, {
      arguments: "]",
    }],
    calls: ["f{}", "g[]"],
  },
  {
    name: "P25 without index, an id finds its call",
    fragments: [{ id: "a", name: "f", arguments: "{" }, { id: "b", name: "g", arguments: "[]" }, { id: "a", arguments: "}" }],
    calls: ["f{}", "g[]"],
  },
  {
    name: "neither index nor id: another name is another call",
    fragments: [{ name: "f", arguments: "{}" }, { name: "g", arguments: "{}" }],
    calls: ["f{}", "g{}"],
  },
  {
    name: "neither index nor id: the same name with another whole object is another call",
    fragments: [{ name: "f", arguments: `{"q":1}` }, { name: "f", arguments: `{"q":2}` }],
    calls: [`f{"q":1}`, `f{"q":2}`],
  },
  {
    name: "a service that repeats id and name in each fragment",
    fragments: [{ index: 0, id: "a", name: "f", arguments: "{" }, { index: 0, id: "a", name: "f", arguments: "}" }],
    calls: ["f{}"],
  },
  {
    name: "a service that sends a new id with each fragment, but the name once",
    fragments: [{ index: 0, id: "a", name: "f", arguments: "{" }, { index: 0, id: "b", arguments: "}" }],
    calls: ["f{}"],
  },
  {
    name: "P26 fragments without id after a new id at the same index go to the new call",
    fragments: [
      { index: 0, id: "a", name: "f", arguments: "1" },
      { index: 0, id: "b", name: "f", arguments: "[" },
      { index: 0, arguments: "]" },
    ],
    calls: ["f1", "f[]"],
  },
  { name: "the name after the id", fragments: [{ index: 0, id: "a" }, { index: 0, name: "f", arguments: "{}" }], calls: ["f{}"] },
  { name: "a call that never gets a name is none", fragments: [{ index: 0, id: "a", arguments: "{}" }], calls: [] },
  {
    name: "indexes with gaps keep their order",
    fragments: [{ index: 7, id: "b", name: "g" }, { index: 2, id: "a", name: "f" }],
    calls: ["f{}", "g{}"],
  },
  { name: "an absurd index is replaced", fragments: [{ index: 2 ** 40, id: "a", name: "f", arguments: "1" }], calls: ["f1"] },
];

for (const { name, fragments, calls } of CASES) {
  Deno.test(`ToolCallAssembler: ${name}`, () => deepStrictEqual(assemble(...fragments), calls));
}

Deno.test("ToolCallAssembler: two calls that share an id get different ones", () => {
  const assembler = new ToolCallAssembler();
  const first = assembler.push({ index: 0, id: "call_0", name: "f" });
  const second = assembler.push({ index: 1, id: "call_0", name: "g" });
  strictEqual(first.id, "call_0");
  notStrictEqual(second.id, first.id);
  match(second.id ?? "", /^call_/);
});

Deno.test("ToolCallAssembler.flush() returns each call once, and again only after it changed", () => {
  const assembler = new ToolCallAssembler();
  assembler.push({ index: 0, id: "a", name: "f", arguments: "{" });
  assembler.push({ index: 1, id: "b", name: "g", arguments: "{}" });
  strictEqual(assembler.flush(false).length, 2);
  deepStrictEqual(assembler.flush(false), []);
  assembler.push({ index: 0, arguments: "}" });
  deepStrictEqual(assembler.flush(false), [{ id: "a", name: "f", arguments: "{}" }]);
});

Deno.test("ToolCallAssembler.flush(): P34 a reply that was cut off leaves out the half call and keeps the whole one", () => {
  const assembler = new ToolCallAssembler();
  assembler.push({ index: 0, id: "a", name: "f", arguments: "{}" });
  assembler.push({ index: 1, id: "b", name: "g", arguments: `{"q":` });
  assembler.push({ index: 2, id: "c", name: "h", arguments: "" });
  deepStrictEqual(assembler.flush(true).map((call) => call.id), ["a"]);
  for (const reason of ["length", "content_filter", "error"]) strictEqual(isCutOff(reason), true);
  for (const reason of ["stop", "tool_calls", undefined]) strictEqual(isCutOff(reason), false);
});

Deno.test("ToolCallAssembler bounds the calls and the arguments of a reply", () => {
  const many = new ToolCallAssembler();
  for (let index = 0; index < MAX_TOOL_CALLS; index++) many.push({ index, id: `c${index}`, name: "f" });
  throws(() => many.push({ id: "more", name: "f" }), /more than 1024 tool calls/);
  const long = new ToolCallAssembler();
  long.push({ index: 0, id: "a", name: "f", arguments: "x".repeat(MAX_ARGUMENTS) });
  throws(() => long.push({ index: 0, arguments: "x" }), /more than 8388608 characters of arguments/);
});
