import assert from "node:assert/strict";
import { ApiKeys } from "./api_keys.ts";

function shown(authorization?: string): Headers {
  return new Headers(authorization === undefined ? {} : { authorization });
}

Deno.test("ApiKeys lets everybody in when there are no keys", () => {
  new ApiKeys([]).check(shown());
});

Deno.test("ApiKeys takes any of its keys, whatever the scheme's case", () => {
  const keys = new ApiKeys(["alpha", "ключ"]);
  keys.check(shown("Bearer alpha"));
  keys.check(shown("bearer   alpha "));
});

Deno.test("ApiKeys refuses everything else, and never repeats what was shown", () => {
  const keys = new ApiKeys(["alpha"]);
  for (
    const value of [
      undefined,
      "",
      "alpha",
      "Basic alpha",
      "Bearer",
      "Bearer ",
      "Bearer alph",
      "Bearer alphaa",
      "Bearer alpha alpha",
    ]
  ) {
    assert.throws(
      () => keys.check(shown(value)),
      (error: Error & { status?: number }) => error.status === 401 && !error.message.includes("alph"),
    );
  }
});
