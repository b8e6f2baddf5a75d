import { deepStrictEqual } from "node:assert/strict";
import { configureSync, resetSync } from "@logtape/logtape";
import { getLogger } from "../protocol/log.ts";
import { installEmbeddedLog } from "./embedded_log.ts";

Deno.test("an embedding program hears omw's lines through logtape, as they are", () => {
  const heard: string[] = [];
  configureSync({
    sinks: { ear: (record) => heard.push(`${record.category.join("::")} ${record.level} ${record.message.join("")}`) },
    loggers: [{ category: ["omw"], sinks: ["ear"], lowestLevel: "info" }, {
      category: ["logtape", "meta"],
      lowestLevel: "fatal",
    }],
    reset: true,
  });
  installEmbeddedLog();
  const texts = ["{a}", "{{a}}", "}{", "{", "}", "plain", '{"json":{"deep":1}}', "{*}"];
  for (const text of texts) getLogger(["omw", "host"]).warn(text, { a: "filled in" });
  getLogger(["omw", "host"]).debug("too little");
  resetSync();
  deepStrictEqual(heard, texts.map((text) => `omw::host warning ${text}`));
});
