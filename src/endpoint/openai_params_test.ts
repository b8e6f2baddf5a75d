import assert from "node:assert/strict";
import { parseParams } from "../config/mod.ts";
import { openaiEndpointSchema } from "./openai_params.ts";

function parse(params: unknown, warnings: string[] = []) {
  return parseParams(openaiEndpointSchema, params, "endpoint", (message) => warnings.push(message));
}

Deno.test("the openai endpoint's params have defaults for all but the address", () => {
  const { api_keys, cors_origins, ...rest } = parse({ kind: "openai", listen: "[::1]:0" });
  assert.deepEqual([api_keys, cors_origins], [undefined, undefined]);
  assert.deepEqual(rest, {
    listen: { hostname: "::1", port: 0 },
    allowed_hosts: [],
    max_body_bytes: 4_194_304,
    max_requests: 2048,
    max_sessions: 1024,
    keepalive: "comment",
    keepalive_secs: 15,
  });
});

Deno.test("the openai endpoint's faults name the config path and never a key", () => {
  const cases: [params: Record<string, unknown>, message: RegExp][] = [
    [{}, /^endpoint\.listen: /],
    [{ listen: "localhost:8080" }, /^endpoint\.listen: "localhost:8080" is not a socket address: give a numeric address/],
    [{ listen: 8080 }, /^endpoint\.listen: /],
    [{ listen: "127.0.0.1:0", api_keys: [] }, /^endpoint\.api_keys: give at least one key/],
    [{ listen: "127.0.0.1:0", api_keys: ["sesame", ""] }, /^endpoint\.api_keys\S*1\S*: an empty key/],
    [{ listen: "127.0.0.1:0", cors_origins: ["http://a.example/path"] }, /^endpoint\.cors_origins\S*0\S*: expected an origin/],
    [{ listen: "127.0.0.1:0", keepalive: "ping" }, /^endpoint\.keepalive: /],
    [{ listen: "127.0.0.1:0", max_body_bytes: 0 }, /^endpoint\.max_body_bytes: /],
  ];
  for (const [params, message] of cases) {
    assert.throws(() => parse(params), (error: Error) => {
      assert.equal(error.name, "ConfigError");
      assert.match(error.message, message);
      assert.ok(!error.message.includes("sesame"));
      return true;
    });
  }
});

Deno.test("origins with a scheme of their own are origins", () => {
  const cors_origins = ["*", "null", "https://chat.example.org:8443", "vscode-webview://abc", "tauri://localhost"];
  assert.deepEqual(parse({ listen: "127.0.0.1:0", cors_origins }).cors_origins, cors_origins);
});
