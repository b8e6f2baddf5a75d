import { deepStrictEqual, throws } from "node:assert/strict";
import { probe, type ProbeRevision } from "../../tests/support/components.ts";
import { componentShapes } from "./component_shapes.ts";
import type { ComponentTypes } from "./component_types.ts";

const expected: Record<ProbeRevision, Record<string, string>> = {
  c: { "role": "variant", "usage": "record", "read-resource": "one", "resource-updated": "one" },
  e: { "role": "text", "usage": "json", "read-resource": "list", "resource-updated": "list" },
};

for (const revision of ["c", "e"] as const) {
  Deno.test(`componentShapes() tells a component of revision ${revision.toUpperCase()} from its own types`, async () => {
    deepStrictEqual((await probe(revision)).shapes, expected[revision]);
  });
}

function types(
  records: Record<string, Record<string, string>>,
  variants: Record<string, Record<string, string>> = {},
): ComponentTypes {
  const maps = (of: Record<string, Record<string, string>>) =>
    new Map(Object.entries(of).map(([name, members]) => [name, new Map(Object.entries(members))]));
  return { records: maps(records), variants: maps(variants), functions: new Map() };
}

Deno.test("componentShapes() decides per record: a component may mix revisions, and embeds only what it uses", () => {
  deepStrictEqual(componentShapes(types({})), {});
  deepStrictEqual(
    componentShapes(types({ ChatMessage: { role: "Role", content: "?string" }, ChatResult: { usage: "?string" } })),
    {
      role: "variant",
      usage: "json",
    },
  );
});

Deno.test("componentShapes() takes the records of revisions B and D", () => {
  componentShapes(types({ ChatMessage: { role: "Role", content: "?string", toolCall: "?ToolCall" }, Tool: { name: "string" } }));
  componentShapes(types({
    Tool: { name: "string", description: "?string", inputSchema: "string", outputSchema: "?string" },
    ToolResult: { name: "string", arguments: "string", content: "string", structuredContent: "?string" },
  }));
});

Deno.test("componentShapes() names the record and the field that it does not know", () => {
  throws(() => componentShapes(types({ ChatMessage: { role: "Role", toolCallz: "?ToolCall" } })), {
    message:
      "its record chat-message has the field tool-callz (an optional ToolCall), which is in no known revision of the contract",
  });
  throws(() => componentShapes(types({ ToolResult: { value: "bigint" } })), /record tool-result has the field value \(bigint\)/);
  throws(() => componentShapes(types({ Tool: { __proto__x: "string", constructor: "string" } })), /record tool has the field/);
  throws(() => componentShapes(types({ Picture: {} })), /its record picture is in no known revision/);
});

Deno.test("componentShapes() names the case that it does not know, or that is missing", () => {
  const role = { system: "", user: "", assistant: "", tool: "" };
  throws(
    () => componentShapes(types({}, { Role: { ...role, developer: "" } })),
    /variant role has the case developer \(no payload\)/,
  );
  throws(() => componentShapes(types({}, { Role: { system: "", user: "" } })), /its variant role lacks the case assistant/);
});
