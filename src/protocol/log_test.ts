import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { getLogger, installLog, type LogEntry, logInstalled } from "./log.ts";

Deno.test("lines go to the writer that was installed last, with their category, level and fields", () => {
  const early = getLogger(["omw", "host"]).with({ agent: "a" });
  early.info("goes nowhere, or to whoever was there before");
  const heard: LogEntry[] = [];
  installLog((entry) => heard.push(entry));
  strictEqual(logInstalled(), true);
  early.warn("careful", { count: 2 });
  early.with({ agent: "b" }).trace("t");
  getLogger(["mcp"]).error("{what} failed", { what: "it" });
  deepStrictEqual(heard.map(({ category, level, message, fields }) => [category.join("::"), level, message, fields]), [
    ["omw::host", "warning", "careful", { agent: "a", count: 2 }],
    ["omw::host", "trace", "t", { agent: "b" }],
    ["mcp", "error", "{what} failed", { what: "it" }],
  ]);
  strictEqual(Math.abs(heard[0]!.timestamp - Date.now()) < 5_000, true);
});
