import assert from "node:assert/strict";
import { toResource, toResourceTemplate, toTool } from "./mcp_lists.ts";

Deno.test("toTool() maps every field and drops those of a wrong type", () => {
  assert.deepEqual(
    toTool({
      name: "t",
      title: "T",
      description: "does",
      inputSchema: { type: "object", properties: { properties: { type: "string" } } },
      outputSchema: { type: "object" },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: "no", openWorldHint: true },
    }),
    {
      name: "t",
      title: "T",
      description: "does",
      input_schema: '{"properties":{"properties":{"type":"string"}},"type":"object"}',
      output_schema: '{"type":"object"}',
      annotations: { read_only_hint: true, destructive_hint: false, open_world_hint: true },
    },
  );
  assert.deepEqual(toTool({ name: "t", title: 5, description: null, annotations: [] }), {
    name: "t",
    input_schema: '{"properties":{},"type":"object"}',
  });
});

Deno.test("toResource() and toResourceTemplate() map every field and stand in for a missing name", () => {
  assert.deepEqual(
    toResource({
      uri: "u",
      name: "n",
      title: "T",
      description: "d",
      mimeType: "m",
      size: 3,
      annotations: { audience: ["user", 5], priority: 0.5, lastModified: "2026" },
    }),
    {
      uri: "u",
      name: "n",
      title: "T",
      description: "d",
      mime_type: "m",
      size: 3,
      annotations: { audience: ["user"], priority: 0.5, last_modified: "2026" },
    },
  );
  assert.deepEqual(toResource({ uri: "u" }), { uri: "u", name: "u" });
  assert.deepEqual(toResourceTemplate({ uriTemplate: "u/{x}", mimeType: 1 }), { uri_template: "u/{x}", name: "u/{x}" });
});
