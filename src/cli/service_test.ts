import { rejects, strictEqual } from "node:assert/strict";
import { openService } from "./service.ts";

// What the manager gets from the whole program is in tests/scenarios/notify_test.ts.

Deno.test("openService() is nothing outside of a service manager, and says when the manager's socket cannot be used", async () => {
  const before = Deno.env.get("NOTIFY_SOCKET");
  try {
    Deno.env.set("NOTIFY_SOCKET", "");
    strictEqual(await openService(), undefined);
    Deno.env.set("NOTIFY_SOCKET", "relative/path");
    await rejects(openService(), /NOTIFY_SOCKET cannot be used: .*relative\/path.*; unset it/);
  } finally {
    if (before === undefined) Deno.env.delete("NOTIFY_SOCKET");
    else Deno.env.set("NOTIFY_SOCKET", before);
  }
});
