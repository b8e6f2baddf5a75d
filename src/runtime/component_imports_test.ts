import assert from "node:assert/strict";
import { unpack } from "../../tests/support/unpack.ts";
import { importedInterfaces } from "./component_imports.ts";

Deno.test("importedInterfaces() reads what components of two toolchains import", async () => {
  const rust = ["omw:omw/types", "omw:omw/provider", "omw:omw/tooling", "omw:omw/host"];
  assert.deepEqual(importedInterfaces(await unpack("sdk_own")).sort(), rust.sort());
  const probe = importedInterfaces(await unpack("probe_e"));
  assert.deepEqual(probe.filter((name) => name.startsWith("omw:")).sort(), rust);
  assert.ok(probe.includes("wasi:clocks/wall-clock@0.2.12"), probe.join());
});

Deno.test("importedInterfaces() takes what is cut off or nonsense, without end or error", async () => {
  const whole = await unpack("sdk_own");
  const all = importedInterfaces(whole);
  for (const length of [0, 8, 9, 50, 200, 1000, 3000, whole.length - 1]) {
    const found = importedInterfaces(whole.subarray(0, length));
    assert.ok(found.every((name, i) => i === found.length - 1 || name === all[i]), `${length}: ${found}`);
  }
  assert.deepEqual(importedInterfaces(new Uint8Array(100_000).fill(0xff)), []);
  assert.deepEqual(importedInterfaces(new Uint8Array(100_000)), []);
});
