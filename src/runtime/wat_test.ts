import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { parseWat, watFault } from "./wat.ts";

Deno.test("parseWat() makes a component's bytes", async () => {
  deepStrictEqual((await parseWat("(component)")).subarray(0, 8), new Uint8Array([0, 97, 115, 109, 13, 0, 1, 0]));
});

Deno.test("parseWat() names line, column and fault", async () => {
  await rejects(parseWat("(component\n  (nonsense))"), {
    name: "SyntaxError",
    message: "line 2, column 4: expected valid component field",
  });
  await rejects(parseWat("(component"), /^SyntaxError: line 1, column \d+: expected/);
});

Deno.test("watFault() shows a dump of another form as it is, on one line and cut", () => {
  strictEqual(watFault("something\n  else"), "something else");
  strictEqual(watFault("x".repeat(2000)).length, 500);
});
