import assert from "node:assert/strict";
import { toResourceContents, toToolOutcome } from "./mcp_content.ts";

Deno.test("toToolOutcome() survives results that are no results", () => {
  assert.deepEqual(toToolOutcome({}), { value: "", content: "[]", is_error: false });
  assert.deepEqual(toToolOutcome({ content: "text", isError: "yes" }), { value: "", content: "[]", is_error: false });
  const odd = toToolOutcome({
    content: [null, 5, {}, { type: "text" }, { type: "image" }, { type: "resource" }, { type: "resource_link" }],
  });
  assert.equal(odd.value, "[null]\n[5]\n[unknown]\n\n[image]\n[resource]\n[resource link]");
});

Deno.test("toToolOutcome() counts the bytes of base64 with and without padding", () => {
  for (const [data, size] of [["", 0], ["AA==", 1], ["AAE=", 2], ["AAEC", 3]] as const) {
    const { value } = toToolOutcome({ content: [{ type: "image", mimeType: "image/png", data }] });
    assert.equal(value, `[image, image/png, ${size} bytes]`);
  }
});

Deno.test("toToolOutcome() keeps the text beside structured content", () => {
  const outcome = toToolOutcome({
    content: [{ type: "text", text: "22 degrees" }],
    structuredContent: { degrees: 22 },
    isError: false,
  });
  assert.deepEqual([outcome.value, outcome.structured_content], ["22 degrees", '{"degrees":22}']);
});

Deno.test("toResourceContents() gives every content, tells text from bytes, and skips what is none", () => {
  const contents = [{ uri: "a", mimeType: "text/plain", text: "" }, { text: "no uri" }, { blob: "AA==" }, null, {
    uri: "b",
    mimeType: "image/png",
    blob: "",
  }];
  assert.deepEqual(toResourceContents({ contents }, "asked"), [
    { uri: "a", mime_type: "text/plain", content: "" },
    { uri: "asked", content: "no uri" },
    { uri: "asked", mime_type: "application/octet-stream", content: "AA==" },
    { uri: "b", mime_type: "image/png", content: "" },
  ]);
  assert.deepEqual(toResourceContents({}, "asked"), []);
});
