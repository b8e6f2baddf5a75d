import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { z } from "zod";
import { isOpen, itemShape, knownKeys, memberShape, narrow, shapeOf, takes } from "./json_shape.ts";

const union = shapeOf(z.discriminatedUnion("type", [
  z.object({ type: z.literal("a"), left: z.string() }),
  z.object({ type: z.literal("b"), right: z.number() }),
]));

Deno.test("knownKeys() are those of all alternatives, until the tag is known", () => {
  deepStrictEqual(knownKeys(union), ["type", "left", "right"]);
  deepStrictEqual(knownKeys(narrow(union, new Map([["type", "b"]]))), ["type", "right"]);
  deepStrictEqual(knownKeys(narrow(union, new Map([["type", "?"]]))), ["type", "left", "right"]);
});

Deno.test("takes() sees through optional, nullable, default, transforms, enums and literals", () => {
  for (
    const schema of [
      z.string().optional(),
      z.string().nullable(),
      z.string().default("x"),
      z.string().transform(Number),
      z.enum(["a"]),
      z.literal("a"),
      z.union([z.number(), z.array(z.string()), z.string()]),
    ]
  ) strictEqual(takes(shapeOf(schema), "string"), true);
  for (const schema of [z.number(), z.unknown(), z.array(z.string()), z.literal(1)]) {
    strictEqual(takes(shapeOf(schema), "string"), false);
  }
});

Deno.test("memberShape() and itemShape() lead inside", () => {
  const shape = shapeOf(z.object({ list: z.array(z.int()), map: z.record(z.string(), z.boolean()) }));
  strictEqual(takes(itemShape(memberShape(shape, "list")), "integer"), true);
  strictEqual(takes(memberShape(memberShape(shape, "map"), "any"), "boolean"), true);
  strictEqual(takes(memberShape(shape, "toString"), "string"), false);
});

Deno.test("isOpen() tells maps and open tables from closed ones", () => {
  strictEqual(isOpen(shapeOf(z.record(z.string(), z.unknown()))), true);
  strictEqual(isOpen(shapeOf(z.looseObject({ a: z.string() }))), true);
  strictEqual(isOpen(shapeOf(z.unknown())), true);
  strictEqual(isOpen(shapeOf(z.object({}))), false);
  strictEqual(isOpen(shapeOf(z.strictObject({ a: z.string() }))), false);
});

Deno.test("shapeOf() follows references of schemas that contain themselves", () => {
  interface Node {
    next?: Node | undefined;
    value: number;
  }
  const node: z.ZodType<Node> = z.object({
    value: z.number(),
    get next() {
      return node.optional();
    },
  });
  let shape = shapeOf(node);
  for (let depth = 0; depth < 100; depth++) shape = memberShape(shape, "next");
  strictEqual(takes(memberShape(shape, "value"), "number"), true);
});
