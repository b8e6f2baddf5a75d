import assert from "node:assert/strict";
import { patience } from "./patience.ts";

Deno.test("patience is the grace and the budget, and never more than a timer can wait", () => {
  assert.equal(patience({ reload_grace_secs: 5, interrupt_budget_ms: 100 }), 5100);
  assert.equal(patience({ reload_grace_secs: 0, interrupt_budget_ms: 0 }), 0);
  assert.equal(patience({ reload_grace_secs: 31_536_000, interrupt_budget_ms: 31_536_000_000 }), 2 ** 31 - 1);
});
