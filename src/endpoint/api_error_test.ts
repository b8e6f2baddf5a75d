import assert from "node:assert/strict";
import { ApiError, brokenOff, incomplete, invalid, quoted, refused, tooMany, unknownModel } from "./api_error.ts";

Deno.test("ApiError answers with the four members of an OpenAI error, sorted", async () => {
  const response = invalid("wrong", "messages[0]", "invalid_type").response();
  assert.equal(response.status, 400);
  assert.equal(
    await response.text(),
    '{"error":{"code":"invalid_type","message":"wrong","param":"messages[0]","type":"invalid_request_error"}}',
  );
  assert.equal(
    new ApiError(500, "x", { type: "server_error" }).body(),
    '{"error":{"code":null,"message":"x","param":null,"type":"server_error"}}',
  );
});

Deno.test("refused() maps every refusal to a status, and says when to come back", () => {
  const found = (["unknown", "unavailable", "busy", "closing"] as const).map((refusal) => {
    const response = refused(refusal, "m").response();
    return [response.status, response.headers.get("retry-after")];
  });
  assert.deepEqual(found, [[404, null], [503, "1"], [429, "1"], [503, "1"]]);
});

Deno.test("brokenOff() is a bad gateway when the agent failed, else a refusal for now", () => {
  const codes = ["agent_failed", "agent_silent", "shutdown", "unsubscribed"] as const;
  assert.deepEqual(codes.map((code) => brokenOff({ code, message: "x" }).status), [502, 503, 503, 503]);
  assert.equal(incomplete().status, 502);
});

Deno.test("errors repeat little of what a client sent", () => {
  assert.equal(quoted('a"b'), '"a\\"b"');
  assert.ok(unknownModel("x".repeat(1_000_000)).message.length < 300);
});

Deno.test("tooMany() keeps the header fields that it is given", () => {
  const { headers } = tooMany("later", { connection: "close" }).response();
  assert.deepEqual([headers.get("connection"), headers.get("retry-after")], ["close", "1"]);
});
