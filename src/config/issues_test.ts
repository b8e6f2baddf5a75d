import { strictEqual } from "node:assert/strict";
import { z } from "zod";
import { issueMessage } from "./issues.ts";

function messageOf(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value, { error: issueMessage }).error?.issues[0]?.message;
}

Deno.test("issueMessage() says what was expected and what was found", () => {
  strictEqual(messageOf(z.string(), 5), "expected a string, found 5 (a number)");
  strictEqual(messageOf(z.string(), undefined), "missing; expected a string");
  strictEqual(messageOf(z.int(), 1.5), "expected an integer, found 1.5 (a number)");
  strictEqual(messageOf(z.record(z.string(), z.string()), []), "expected a table, found an array");
  strictEqual(
    messageOf(z.enum(["read_only", "read_write"]), "read-only"),
    'expected "read_only" or "read_write", found "read-only" (a string); did you mean "read_only"?',
  );
  strictEqual(messageOf(z.strictObject({}), { a: 1, b: 2 }), 'unknown keys "a", "b"');
});

Deno.test("issueMessage() counts what is too short or too long", () => {
  strictEqual(messageOf(z.string().min(1), ""), "expected at least 1 characters, found 0");
  strictEqual(messageOf(z.array(z.int()).max(1), [1, 2]), "expected at most 1 items, found 2");
  strictEqual(messageOf(z.number().max(9), 10), "expected at most 9, found 10");
});

Deno.test("issueMessage() joins the alternatives of a union, or points inside the one that was meant", () => {
  strictEqual(messageOf(z.union([z.string(), z.array(z.string())]), 5), "expected a string or an array, found 5 (a number)");
  strictEqual(messageOf(z.union([z.string(), z.array(z.string())]), ["a", 5]), "[1]: expected a string, found 5 (a number)");
});

Deno.test("issueMessage() shows a found text only where a word or number was expected, and shortens it", () => {
  strictEqual(messageOf(z.array(z.string()), "sk-1234"), "expected an array, found a string");
  strictEqual(messageOf(z.number(), "x".repeat(100)), `expected a number, found "${"x".repeat(60)}…" (a string)`);
});

Deno.test("issueMessage() leaves a schema's own message alone", () => {
  strictEqual(messageOf(z.string({ error: "own" }), 5), "own");
  strictEqual(messageOf(z.string().refine(() => false, "not good"), "x"), "not good");
});
