import assert from "node:assert/strict";
import { configureSync, getLogger, resetSync } from "@logtape/logtape";
import { verbatim } from "./verbatim.ts";

Deno.test("verbatim() makes any text a message that comes out as it is", () => {
  const heard: string[] = [];
  configureSync({
    sinks: { ear: (record) => heard.push(record.message.join("")) },
    loggers: [{ category: [], sinks: ["ear"] }, { category: ["logtape", "meta"], sinks: ["ear"], lowestLevel: "fatal" }],
    reset: true,
  });
  const texts = ["{a}", "{{a}}", "}{", "{", "}", "plain", '{"json":{"deep":1}}', "{*}"];
  for (const text of texts) getLogger(["t"]).info(verbatim(text), { a: "filled in" });
  resetSync();
  assert.deepEqual(heard, texts);
});
