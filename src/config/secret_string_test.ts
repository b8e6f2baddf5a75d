import { deepStrictEqual, doesNotMatch, strictEqual, throws } from "node:assert/strict";
import { z } from "zod";
import { parseParams } from "./params.ts";
import { secretKeeper } from "./secret.ts";
import { secretString } from "./secret_string.ts";

Deno.test("secretString() is a write-only string in JSON Schema", () => {
  const { $schema: _, ...schema } = z.toJSONSchema(secretString(), { io: "input" });
  deepStrictEqual(schema, { type: "string", writeOnly: true });
});

Deno.test("secretString() makes a text a secret, and shows nothing of anything else", () => {
  secretKeeper.setPolicy({ allowUnlocked: true, warn: () => {} });
  const schema = z.object({ key: secretString() });
  const { key } = parseParams(schema, { key: "sk-1" }, "providers.a", () => {});
  strictEqual(key.reveal(), "sk-1");
  strictEqual(JSON.stringify({ key }), '{"key":"<redacted>"}');
  key.dispose();
  throws(() => parseParams(schema, { key: 1234 }, "providers.a", () => {}), (error: Error) => {
    doesNotMatch(error.message, /1234/);
    return /^providers\.a\.key: expected a string/.test(error.message);
  });
});
