import { strictEqual } from "node:assert/strict";
import { didYouMean, editDistance, nearest } from "./nearest.ts";

Deno.test("editDistance() counts insertions, deletions, replacements and swaps", () => {
  strictEqual(editDistance("kind", "kind", 3), 0);
  strictEqual(editDistance("kind", "kin", 3), 1);
  strictEqual(editDistance("kind", "knid", 3), 1);
  strictEqual(editDistance("kitten", "sitting", 3), 3);
  strictEqual(editDistance("", "abc", 3), 3);
});

Deno.test("editDistance() stops above its limit", () => {
  strictEqual(editDistance("abcdef", "uvwxyz", 2), 3);
  strictEqual(editDistance("a", "abcdef", 2), 3);
});

Deno.test("nearest() finds the closest name without regard to case and dashes", () => {
  strictEqual(nearest("api-kye", ["base_url", "api_key"]), "api_key");
  strictEqual(nearest("API_KEY", ["api_key"]), "api_key");
  strictEqual(nearest("rhia", ["js", "rhai"]), "rhai");
  strictEqual(nearest("modell", ["mode", "model"]), "model");
});

Deno.test("nearest() is silent when nothing is close", () => {
  strictEqual(nearest("x", ["openai", "mock"]), undefined);
  strictEqual(nearest("temperature", []), undefined);
});

Deno.test("nearest() does not compare names of unreasonable length", () => {
  const long = "a".repeat(100_000);
  strictEqual(nearest(long, [long]), undefined);
  strictEqual(nearest("aaaa", [long, "aaab"]), "aaab");
});

Deno.test("didYouMean() quotes the name or says nothing", () => {
  strictEqual(didYouMean("toolin", ["tooling"]), '; did you mean "tooling"?');
  strictEqual(didYouMean("x", ["tooling"]), "");
});
