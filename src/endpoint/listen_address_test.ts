import assert from "node:assert/strict";
import { formatListenAddress, isLoopback, parseListenAddress } from "./listen_address.ts";

Deno.test("parseListenAddress() reads numeric addresses with a port, and writes them the same", () => {
  for (const text of ["127.0.0.1:8080", "0.0.0.0:0", "[::1]:65535", "[::]:80", "[fe80::1]:1"]) {
    const address = parseListenAddress(text);
    assert.ok(address, text);
    assert.equal(formatListenAddress(address), text);
  }
  assert.deepEqual(parseListenAddress("[::1]:8080"), { hostname: "::1", port: 8080 });
});

Deno.test("parseListenAddress() refuses names, half addresses and wrong ports", () => {
  const wrong = [
    "",
    "localhost:8080",
    "127.0.0.1",
    ":8080",
    "127.0.0.1:",
    "127.0.0.1:65536",
    "127.0.0.1:-1",
    "127.0.0.1:80a",
    "127.1:80",
  ];
  for (const text of [...wrong, "::1:80", "::1", "[127.0.0.1]:80", "[::1]", "256.0.0.1:80", " 127.0.0.1:80", "127.0.0.1:80\n"]) {
    assert.equal(parseListenAddress(text), undefined, JSON.stringify(text));
  }
});

Deno.test("isLoopback() knows this machine's names and addresses", () => {
  for (const host of ["localhost", "LOCALHOST.", "app.localhost", "127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"]) {
    assert.ok(isLoopback(host), host);
  }
  for (const host of ["", "localhost.evil.example", "127.0.0.1.evil.example", "128.0.0.1", "0.0.0.0", "::", "10.0.0.1"]) {
    assert.ok(!isLoopback(host), host);
  }
});
