import { deepStrictEqual, match, strictEqual, throws } from "node:assert/strict";
import { parseAssertions } from "./assertions.ts";
import { parse } from "./check.ts";

function refusal(source: unknown, agents?: string[]): string {
  let message = "";
  throws(() => parseAssertions(source, agents), (error) => error instanceof Error && (message = error.message) !== "");
  return message;
}

const chat = { kind: "call", op: "chat" };

Deno.test("parseAssertions() reads outcomes and events, in the order of the config", () => {
  const assertions = parseAssertions({
    b: { outcome: "completed", events: [chat, { $while: { kind: "inbound" } }, { $until: chat, ignored: true }] },
    a: { outcome: { exited: "bye" } },
    c: { outcome: "asserted" },
    d: {},
  }, ["a", "b", "c", "d"]);
  deepStrictEqual([...assertions.keys()], ["b", "a", "c", "d"]);
  deepStrictEqual([...assertions.values()].map(({ outcome }) => outcome), [
    "completed",
    { exited: "bye" },
    "asserted",
    undefined,
  ]);
  deepStrictEqual(assertions.get("b")!.steps.map((step) => step.kind), ["match", "while", "until"]);
  strictEqual(parseAssertions(undefined).size, 0);
});

Deno.test("parseAssertions() names the config path of every fault, and what is wrong there", () => {
  const faults: [unknown, RegExp][] = [
    ["all", /^assertions: expected a table, found "all"$/],
    [{ "my.agent": 5 }, /^assertions\."my\.agent": expected a table, found 5$/],
    [{ a: { outcome: "finished" } }, /^assertions\.a\.outcome: expected "completed", "asserted" or .*, found "finished"$/],
    [{ a: { outcome: { exited: 5 } } }, /^assertions\.a\.outcome: .*found \{"exited":5\}$/],
    [{ a: { events: chat } }, /^assertions\.a\.events: expected an array/],
    [{ a: { event: [] } }, /^assertions\.a\.event: unknown key; expected outcome or events.*events/],
    [
      { a: { events: [chat, { kind: "any" }] } },
      /^assertions\.a\.events\[1\]: expected kind = "call" or kind = "inbound", found "any"$/,
    ],
    [{ a: { events: ["chat"] } }, /^assertions\.a\.events\[0\]: .*found no kind/],
    [
      { a: { events: [{ ...chat, detail: { model: "(" } }] } },
      /^assertions\.a\.events\[0\]: invalid regex in assertion pattern: "\("/,
    ],
    [{ a: { events: [{ ...chat, detail: { $while: {} } }] } }, /^assertions\.a\.events\[0\]: the key "\$while" is reserved/],
    [
      { a: { events: [{ $while: { $until: chat } }] } },
      /^assertions\.a\.events\[0\]: the key "\$until" must not stand here: .*, once$/,
    ],
    [{ a: { events: [{ $whlie: chat }] } }, /^assertions\.a\.events\[0\]: the key "\$whlie" must not stand here/],
  ];
  for (const [source, wanted] of faults) match(refusal(source), wanted);
});

Deno.test("parseAssertions() refuses an agent that the config does not have", () => {
  strictEqual(
    refusal({ alise: {} }, ["alice", "bob"]),
    `assertions.alise: no agent has this name (agents: "alice", "bob"); did you mean "alice"?`,
  );
  match(refusal({ a: {} }, []), /\(agents: none\)/);
});

Deno.test("parse() reads the assertions of a config's text, and of one that has none", () => {
  deepStrictEqual([...parse(`[assertions.a]\noutcome = "completed"\n`).keys()], ["a"]);
  strictEqual(parse(`[[agents]]\nname = "a"\n`).size, 0);
  throws(() => parse("[assertions"), /the config:1:/);
});
