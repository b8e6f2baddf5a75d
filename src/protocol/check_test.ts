import assert from "node:assert/strict";
import { uuid } from "./check.ts";

Deno.test("uuid accepts what crypto.randomUUID() makes", () => {
  for (let count = 0; count < 1000; count++) assert.equal(uuid(crypto.randomUUID()), undefined);
  assert.equal(uuid("00000000-0000-4000-8000-000000000000"), undefined);
});

Deno.test("uuid refuses other versions, variants, cases and lengths", () => {
  const refused = [
    "",
    "550E8400-E29B-41D4-A716-446655440000",
    "550e8400-e29b-11d4-a716-446655440000",
    "550e8400-e29b-71d4-a716-446655440000",
    "550e8400-e29b-41d4-c716-446655440000",
    "550e8400-e29b-41d4-7716-446655440000",
    "550e8400e29b41d4a716446655440000",
    "{550e8400-e29b-41d4-a716-446655440000}",
    "550e8400-e29b-41d4-a716-446655440000\n",
    " 550e8400-e29b-41d4-a716-446655440000",
    "550e8400-e29b-41d4-a716-44665544000g",
    "550e8400-e29b-41d4-a716-4466554400000",
    "00000000-0000-0000-0000-000000000000",
    "__proto__",
  ];
  for (const text of refused) assert.equal(uuid(text) === undefined, false, JSON.stringify(text));
});
