import assert from "node:assert/strict";
import { buildTooling } from "../../tests/support/tooling.ts";
import { mcpPermissions } from "./mcp_permissions.ts";

Deno.test("mcp tooling names the config path of what is wrong, and shows no secret", () => {
  const cases: [Record<string, unknown>, RegExp][] = [
    [{}, /^ConfigError: tooling\.t\.transport: /],
    [{ transport: "sse" }, /tooling\.t\.transport: /],
    [{ transport: "stdio" }, /tooling\.t\.command: /],
    [{ transport: "stdio", command: "" }, /tooling\.t\.command: must not be empty/],
    [{ transport: "http" }, /tooling\.t\.url: /],
    [{ transport: "http", url: "ftp://x" }, /tooling\.t\.url: must be an http or https URL/],
    [
      { transport: "stdio", command: "x", inherit_env: ["OMW__PROVIDERS__A__API_KEY"] },
      /tooling\.t\.inherit_env\[0\]: is omw's own/,
    ],
    [{ transport: "stdio", command: "x", env: { NOTIFY_SOCKET: "s" } }, /tooling\.t\.env\.NOTIFY_SOCKET: is omw's own/],
    [{ transport: "http", url: "http://x/", headers: { "a b": "v" } }, /tooling\.t\.headers.*: is no HTTP header name/],
    [{ transport: "stdio", command: "x", env: { KEY: ["sk-0123456789"] } }, /tooling\.t\.env\.KEY: /],
    [{ transport: "stdio", command: "x", timeout_secs: 0 }, /tooling\.t\.timeout_secs: /],
  ];
  for (const [params, message] of cases) {
    assert.throws(() => buildTooling(params), (error: Error) => {
      assert.match(String(error), message);
      assert.ok(!error.message.includes("sk-0123456789"));
      return true;
    });
  }
  const warnings: string[] = [];
  buildTooling({ transport: "http", url: "http://x/", auth_tokn: "t" }, { warn: (message) => warnings.push(message) });
  assert.match(warnings.join(), /tooling\.t\.auth_tokn: unknown key.*auth_token/);
});

Deno.test("mcpPermissions() states what a server needs, and nothing for wrong params", () => {
  const stdio = mcpPermissions({ transport: "stdio", command: "npx", env: { A: "1" }, inherit_env: ["HTTP_PROXY"] });
  assert.deepEqual(stdio, {
    run: ["npx"],
    env: ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "HTTP_PROXY"],
    secrets: true,
  });
  assert.deepEqual(mcpPermissions({ transport: "http", url: "https://mcp.example/x" }), {
    net: ["mcp.example:443"],
    secrets: false,
  });
  assert.deepEqual(mcpPermissions({ transport: "http", url: "http://[::1]:8080/", auth_token: "t" }), {
    net: ["[::1]:8080"],
    secrets: true,
  });
  for (const wrong of [null, 5, {}, { transport: "http", url: "no url" }, { transport: "stdio" }]) {
    assert.deepEqual(mcpPermissions(wrong), {});
  }
});
