import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { LogEntry } from "../protocol/log.ts";
import { jsonLine, MAX_LINE_BYTES } from "./log_json.ts";

function entry(message: string, fields: Record<string, unknown>, category = ["omw", "host"]): LogEntry {
  return { category, level: "warning", message, fields, timestamp: Date.now() };
}

function parsed(line: string): Record<string, unknown> {
  ok(line.endsWith("}\n"));
  strictEqual(line.indexOf("\n"), line.length - 1);
  return JSON.parse(line);
}

Deno.test("jsonLine() has the documented keys in their order and level names", () => {
  const line = parsed(jsonLine(entry("tool call queued", { agent: "a", count: 3, ok: true, list: ["x"] })));
  deepStrictEqual(Object.keys(line), ["timestamp", "level", "message", "agent", "count", "ok", "list", "target"]);
  match(String(line.timestamp), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  deepStrictEqual({ ...line, timestamp: 0 }, {
    timestamp: 0,
    level: "WARN",
    message: "tool call queued",
    agent: "a",
    count: 3,
    ok: true,
    list: ["x"],
    target: "omw::host",
  });
});

Deno.test("jsonLine() never writes a key twice", () => {
  const line = jsonLine(entry("agent exited", { message: "bye", message_: "x", level: 1, target: "t", timestamp: 0 }));
  strictEqual(line.match(/"message":/g)?.length, 1);
  deepStrictEqual(Object.keys(parsed(line)), [
    "timestamp",
    "level",
    "message",
    "message_",
    "message__",
    "level_",
    "target_",
    "timestamp_",
    "target",
  ]);
});

Deno.test("jsonLine() takes a message as it is", () => {
  const message = 'say {x} a\n"{b}" {{n}} {"n":1} }';
  strictEqual(parsed(jsonLine(entry(message, { n: 1 }))).message, message);
});

Deno.test("jsonLine() writes errors as their one line, big integers as numbers, and leaves out what has no JSON form", () => {
  const line = parsed(jsonLine(entry("m", {
    error: new Error("outer", { cause: new Error("inner") }),
    size: 12n,
    huge: 2n ** 70n,
    absent: undefined,
    method() {},
    not: NaN,
    map: new Map([["k", 1]]),
  })));
  deepStrictEqual(Object.keys(line).slice(3, -1), ["error", "size", "huge", "not", "map"]);
  deepStrictEqual([line.error, line.size, line.huge, line.not, line.map], ["outer: inner", 12, String(2n ** 70n), null, {
    k: 1,
  }]);
});

Deno.test("jsonLine() asks a value for its own JSON form, so a secret stays one", () => {
  const secret = { bytes: "hush", toJSON: () => "<redacted>" };
  const line = jsonLine(entry("m", { secret, nested: { secret } }));
  ok(!line.includes("hush"));
  deepStrictEqual(parsed(line).nested, { secret: "<redacted>" });
});

Deno.test("jsonLine() survives rings and getters that throw", () => {
  const ring: Record<string, unknown> = {};
  ring.self = ring;
  const trap = {
    get x() {
      throw new Error("no");
    },
  };
  const line = parsed(jsonLine(entry("m", { ring, trap })));
  deepStrictEqual([line.ring, line.trap], ["<unprintable>", "<unprintable>"]);
});

Deno.test("jsonLine() keeps to 64 KiB and says what it cut", () => {
  const encoder = new TextEncoder();
  const cases: Record<string, unknown>[] = [
    { body: "x".repeat(5_000_000) },
    { body: "\u0000".repeat(100_000) },
    { body: "😀".repeat(100_000) },
    Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, "y".repeat(10_000)])),
    { deep: [{ body: "z".repeat(1_000_000) }] },
  ];
  for (const properties of cases) {
    const line = jsonLine(entry("m".repeat(1_000_000), properties));
    ok(encoder.encode(line).length <= MAX_LINE_BYTES);
    parsed(line);
    match(line, /more characters\)/);
    match(line, /"target":"omw::host"/);
  }
});

Deno.test("jsonLine() leaves out fields as a last resort, and says so", () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`field${n}`, n]));
  const line = parsed(jsonLine(entry("m", many)));
  deepStrictEqual(Object.keys(line), ["timestamp", "level", "message", "truncated", "target"]);
});
