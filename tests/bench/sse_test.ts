import { ok } from "node:assert/strict";
import { sseBench } from "./sse.ts";

Deno.test("the decoder is linear in the length of a line and at most twice the floor", async () => {
  for (const { name, ratio, bound } of await sseBench()) {
    ok(ratio <= bound, `${name}: ${ratio.toFixed(2)}, expected at most ${bound}`);
  }
});
