import { deepStrictEqual, doesNotMatch, match, ok } from "node:assert/strict";
import type { LogEntry } from "../protocol/log.ts";
import { textLine } from "./log_text.ts";

function entry(message: string, fields: Record<string, unknown> = {}, category = ["omw", "host"]): LogEntry {
  return { category, level: "info", message, fields, timestamp: Date.now() };
}

const plain = { colours: false, width: 80 };

Deno.test("textLine() shows time, level, message and fields; texts with spaces are quoted", () => {
  match(
    textLine(entry("tool call queued", { tool: "get-sum", n: 2, why: "a b" }), plain),
    /^\d\d:\d\d:\d\d {2}INFO tool call queued tool=get-sum n=2 why="a b"\n$/,
  );
});

Deno.test("textLine() names a target that is not omw's own", () => {
  match(textLine(entry("hello", {}, ["mcp"]), plain), /hello \(mcp\)\n$/);
});

Deno.test("textLine() puts fields that do not fit on lines of their own", () => {
  const lines = textLine(entry("m", { a: "x".repeat(40), b: "y".repeat(40), c: "z" }), plain).trimEnd().split("\n");
  deepStrictEqual(lines.map((line) => line.trimStart().slice(0, 2)), [lines[0]?.slice(0, 2), "b="]);
  for (const line of lines) ok(line.length <= 80, line);
});

Deno.test("textLine() colours only when asked", () => {
  ok(textLine(entry("m"), { colours: true, width: 80 }).includes("\x1b[32m INFO\x1b[0m"));
  ok(!textLine(entry("m", { a: 1 }), plain).includes("\x1b"));
});

Deno.test("textLine() shows control characters of foreign texts instead of sending them", () => {
  const line = textLine(entry("\x1b]0;title\x07one\r\ntwo", { name: "\x1b[2J", "k\x9b": "a\nb" }), plain);
  // deno-lint-ignore no-control-regex
  doesNotMatch(line, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  match(line, /\\x1b\]0;title\\x07one\\x0d\n +two/);
});

Deno.test("textLine() bounds what it shows", () => {
  const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, "x".repeat(10_000)]));
  ok(textLine(entry("m".repeat(1_000_000), fields), plain).length < 64 * 4300 + 10_000);
});
