import { match, strictEqual } from "node:assert/strict";
import { OPEN_TO_READ } from "../../tests/support/open_to_read.ts";
import { mayWait, wasiCheck } from "./wasi.ts";

Deno.test("wasiCheck() takes the calls as they are typed", () => {
  for (
    const call of [
      { f: "preopens", a: {} },
      { f: "open", a: { h: 1, path: "x", ...OPEN_TO_READ } },
      { f: "write_file", a: { h: 1, at: null } },
      { f: "poll", a: { on: [[1, "read"], [2, "connect"]], ms: 0.5 } },
      { f: "set_times", a: { h: 1, accessed: null, modified: 1.5 } },
    ]
  ) strictEqual(wasiCheck(call), undefined, JSON.stringify(call));
});

Deno.test("wasiCheck() says what a call lacks, and knows no other calls", () => {
  const faults: [unknown, RegExp][] = [
    [{}, /^f: /],
    [{ f: "constructor", a: {} }, /^f: /],
    [{ f: "__proto__", a: {} }, /^f: /],
    [{ f: "open", a: { h: 1, path: 5, ...OPEN_TO_READ } }, /^a\.path: a string$/],
    [{ f: "stat", a: { h: -1 } }, /^a\.h: a whole number$/],
    [{ f: "stat" }, /^a\.an object$/],
    [{ f: "poll", a: { on: [[1, "everything"]] } }, /^a\.on: at 0: /],
    [
      { f: "send_request", a: { method: "GET", scheme: "http", authority: "a", path: "/", headers: [["a"]], body: false } },
      /two strings/,
    ],
  ];
  for (const [call, fault] of faults) match(wasiCheck(call) ?? "nothing", fault);
});

Deno.test("only calls that wait are ended by an abort", () => {
  strictEqual(mayWait({ f: "poll", a: { on: [], ms: null } }), true);
  strictEqual(mayWait({ f: "read_stream", a: { h: 1, most: 1, wait: true } }), true);
  strictEqual(mayWait({ f: "read_stream", a: { h: 1, most: 1, wait: false } }), false);
  strictEqual(mayWait({ f: "unlink", a: { h: 1, path: "x" } }), false);
});
