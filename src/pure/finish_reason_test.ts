import { strictEqual } from "node:assert/strict";
import { isCutOff } from "./finish_reason.ts";

Deno.test("isCutOff() knows the reasons that leave a reply incomplete", () => {
  for (const reason of ["length", "content_filter", "error"]) strictEqual(isCutOff(reason), true);
  for (const reason of ["stop", "tool_calls", undefined, "__proto__"]) strictEqual(isCutOff(reason), false);
});
