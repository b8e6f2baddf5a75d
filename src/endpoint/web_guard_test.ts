import assert from "node:assert/strict";
import { WebGuard, type WebGuardOptions } from "./web_guard.ts";

function guard(options: Partial<WebGuardOptions> = {}): WebGuard {
  return new WebGuard({ origins: undefined, hosts: [], loopback: true, ...options });
}

function from(headers: Record<string, string>, method = "GET"): Request {
  return new Request("http://localhost/", { method, headers });
}

Deno.test("WebGuard refuses foreign hosts on a loopback listener alone", () => {
  for (const host of ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080", "a.localhost"]) {
    assert.equal(guard().admit(from({ host })), undefined);
  }
  for (const host of ["evil.example", "evil.example:8080", "localhost.evil.example", "localhost, evil.example", ""]) {
    assert.throws(() => guard().admit(from({ host })), { status: 403 }, host);
  }
  const same = guard();
  assert.equal(same.admit(from({ host: "localhost:8080" })), undefined);
  assert.throws(() => same.admit(from({ host: "evil.example" })), { status: 403 });
  assert.throws(() => same.admit(from({ host: "evil.example" })), { status: 403 });
  assert.equal(guard({ loopback: false }).admit(from({ host: "evil.example" })), undefined);
  assert.equal(guard({ hosts: ["AI.example.org"] }).admit(from({ host: "ai.example.org:443" })), undefined);
});

Deno.test("WebGuard trusts pages of this machine unless origins are named", () => {
  const named = guard({ origins: ["https://chat.example.org"] });
  for (const origin of ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:5173"]) {
    assert.equal(guard().admit(from({ origin })), undefined);
    assert.throws(() => named.admit(from({ origin })), { status: 403 });
  }
  for (const origin of ["https://evil.example", "http://localhost.evil.example", "null", "file://localhost", "nonsense"]) {
    assert.throws(() => guard().admit(from({ origin })), { status: 403 }, origin);
    assert.equal(guard({ origins: ["*"] }).admit(from({ origin })), undefined);
  }
  assert.equal(named.admit(from({ origin: "https://chat.example.org" })), undefined);
});

Deno.test("WebGuard lets the asking page read answers, also errors", () => {
  const origin = "http://localhost:3000";
  const { headers } = guard().open(from({ origin }), new Response("x", { status: 404 }));
  assert.deepEqual([headers.get("access-control-allow-origin"), headers.get("vary")], [origin, "Origin"]);
  assert.equal(guard().open(from({}), new Response("x")).headers.get("access-control-allow-origin"), null);
});

Deno.test("WebGuard answers preflights with what they asked for, in bounds", () => {
  const asked = { origin: "http://localhost", "access-control-request-method": "POST" };
  const wanted = "authorization,x-stainless-os, x-stainless-retry-count";
  const answer = guard().admit(from({ ...asked, "access-control-request-headers": wanted }, "OPTIONS"));
  assert.deepEqual([answer?.status, answer?.headers.get("access-control-allow-headers")], [204, wanted]);
  const long = guard().admit(from({ ...asked, "access-control-request-headers": "x".repeat(5_000) }, "OPTIONS"));
  assert.equal(long?.headers.get("access-control-allow-headers"), "authorization, content-type");
  const local = guard().admit(from({ ...asked, "access-control-request-private-network": "true" }, "OPTIONS"));
  assert.equal(local?.headers.get("access-control-allow-private-network"), "true");
  assert.equal(guard().admit(from({ origin: "http://localhost" }, "OPTIONS")), undefined);
});
