import { deepStrictEqual } from "node:assert/strict";
import { configureSync, resetSync } from "@logtape/logtape";
import { getLogger } from "../protocol/log.ts";
import { installEmbeddedLog } from "./embedded_log.ts";

Deno.test("an embedding program hears omw's lines through logtape, filled in", () => {
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
  getLogger(["omw", "host"]).warn("{n} left", { n: 3 });
  getLogger(["omw", "host"]).debug("too little");
  resetSync();
  deepStrictEqual(heard, ["omw::host warning 3 left"]);
});
