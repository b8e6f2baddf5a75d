import assert from "node:assert/strict";
import { redactor } from "./redact.ts";

Deno.test("redactor() replaces every secret, but no short one and none that was wiped", () => {
  const wiped = {
    reveal: () => {
      throw new TypeError("wiped");
    },
  };
  const redact = redactor([{ reveal: () => "token-$&-1" }, { reveal: () => "1" }, { reveal: () => "" }, wiped]);
  assert.equal(redact("a token-$&-1 b token-$&-1 1"), "a <redacted> b <redacted> 1");
});

Deno.test("redactor() finds a secret that was sent without the white space around it", () => {
  const redact = redactor([{ reveal: () => " sk-secret\n" }, { reveal: () => "     \n" }]);
  assert.equal(redact("bad key sk-secret,      given"), "bad key <redacted>,      given");
});
