import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { parseBrainFrame } from "./frames.ts";
import { plainStreamLine, plainStreamOf, plainStreamSession } from "./plain_stream.ts";

const SESSION = "3b241101-e2bb-4255-8caf-4136c566a962";

function args(content: string): string {
  return JSON.stringify({ session: SESSION, delta: { content, tool_calls: [] } });
}

Deno.test("a delta of text travels as JSON.stringify would write it, and comes out as it went in", () => {
  const texts = [
    "",
    "token 1 ",
    'say "so"\\n',
    "\n\r\t\b\f\u2028",
    "\0\x1f",
    "日本 😀",
    "\ud800",
    "{}[],:",
    "\\u0041",
    "x".repeat(100_000),
  ];
  for (const content of texts) {
    strictEqual(plainStreamSession(args(content)), SESSION, content);
    const line = plainStreamLine(7, args(content));
    const frame = { t: "do", r: 7, op: "stream_endpoint", session: SESSION, delta: { content, tool_calls: [] } } as const;
    strictEqual(line, JSON.stringify(frame));
    deepStrictEqual(plainStreamOf(line), frame);
    deepStrictEqual(parseBrainFrame(line), JSON.parse(line));
  }
});

Deno.test("everything else is left to the parser", () => {
  const other = [
    args("").slice(0, 69) + args("").slice(70),
    JSON.stringify({ session: SESSION, delta: { content: "a", tool_calls: [], finish_reason: "stop" } }),
    JSON.stringify({ session: SESSION, delta: { tool_calls: [] } }),
    JSON.stringify({ session: "s", delta: { content: "a", tool_calls: [] } }),
    args("a").replace('"a"', '"a\n"'),
    args("a").replace('"a"', '"\\x"'),
    args("a").replace('"a"', '"a"b"'),
    args("a").replace('"a"', '"\\u12"'),
    args("a") + " ",
    args("a") + "\n",
    args("a").slice(0, -1),
  ];
  for (const text of other) {
    strictEqual(plainStreamSession(text), undefined, text);
    strictEqual(plainStreamOf(plainStreamLine(1, text)), undefined, text);
  }
  strictEqual(plainStreamOf(plainStreamLine(1, args("a")).replace('"r":1', '"r":01')), undefined);
});

Deno.test("a delta is read by its own beginning, whichever came before", () => {
  const other = SESSION.replace("3", "4");
  const lines = [1, 12, 1].flatMap((run) =>
    [SESSION, other, SESSION].map((session) => {
      const frame = { t: "do", r: run, op: "stream_endpoint", session, delta: { content: session, tool_calls: [] } };
      return JSON.stringify(frame);
    })
  );
  for (const line of lines) deepStrictEqual(plainStreamOf(line), JSON.parse(line));
});
