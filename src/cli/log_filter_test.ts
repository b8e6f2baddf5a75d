import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { LogLevel } from "../protocol/log.ts";
import { defaultFilter, parseLogFilter, shows } from "./log_filter.ts";

Deno.test("parseLogFilter() reads a level in any case", () => {
  deepStrictEqual(parseLogFilter("WARN"), { level: "warning", targets: new Map() });
  deepStrictEqual(parseLogFilter(" off "), { level: "off", targets: new Map() });
});

Deno.test("parseLogFilter() reads targets beside a level; the last of each counts", () => {
  const filter = parseLogFilter("debug,omw::host=trace,info,omw::host=warn,,mcp=off");
  deepStrictEqual(filter, { level: "info", targets: new Map([["omw::host", "warning"], ["mcp", "off"]]) });
});

Deno.test("parseLogFilter() shows errors of unnamed targets when only targets are given", () => {
  deepStrictEqual(parseLogFilter("omw=debug"), { level: "error", targets: new Map([["omw", "debug"]]) });
});

Deno.test("parseLogFilter() understands nothing else", () => {
  for (
    const text of [
      "",
      ",",
      "loud",
      "omw::host",
      "omw=loud",
      "=debug",
      "a b=debug",
      "[span]=info",
      "omw:host=info",
      "info=info=info",
    ]
  ) {
    strictEqual(parseLogFilter(text), undefined, text);
  }
});

Deno.test("shows(): the longest target decides, with all that is below it", () => {
  const filter = parseLogFilter("warn,omw::host=debug,omw::host::x=off")!;
  const level = (category: string, level: LogLevel) => shows(filter, { category: category.split("::"), level });
  deepStrictEqual(
    [
      level("omw", "info"),
      level("omw", "warning"),
      level("mcp", "error"),
      level("omw::host", "debug"),
      level("omw::host", "trace"),
    ],
    [false, true, true, true, false],
  );
  deepStrictEqual([level("omw::host::y", "debug"), level("omw::host::x", "error"), level("omw::hosts", "info")], [
    true,
    false,
    false,
  ]);
  deepStrictEqual(shows(defaultFilter, { category: ["a"], level: "info" }), true);
});
