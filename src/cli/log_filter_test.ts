import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { parseLogFilter } from "./log_filter.ts";

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
