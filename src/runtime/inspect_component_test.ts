import assert from "node:assert/strict";
import { unpack } from "../../tests/support/unpack.ts";
import { Workspace } from "../../tests/support/workspace.ts";
import { componentGrants } from "./component_grants.ts";
import { componentRevisions } from "./component_revisions.ts";
import { inspectComponent } from "./inspect_component.ts";

const never = new AbortController().signal;

Deno.test("inspectComponent() tells world, revisions, imports, exports and sizes", async () => {
  const [c, e] = [await unpack("sdk_0_1_2"), await unpack("sdk_0_1_6")];
  await using dir = await Workspace.with({ "c.wasm": c, "e.wasm": e });
  const old = await inspectComponent(dir.path("c.wasm"), never);
  assert.deepEqual([old.bytes, old.world, old.fault, old.exports], [c.length, "omw", undefined, ["omw:omw/runtime"]]);
  assert.deepEqual(old.imports.map(({ name }) => name).sort(), ["omw:omw/host", "omw:omw/provider", "omw:omw/tooling"]);
  const host = old.imports.find(({ name }) => name === "omw:omw/host");
  assert.deepEqual(host?.functions?.filter((name) => /^s/.test(name)), ["send-agent", "subscribe-agent"]);
  assert.deepEqual(
    [old.records["chat-message"], old.records["usage"], old.records["tool-result"], old.records["resource-content"]],
    ["0.1.3 to 0.1.9", "0.1.3 to 0.1.9", "0.1.1 to 0.1.3", "any"],
  );
  assert.ok(old.cores.length > 0 && old.cores[0]!.bytes < c.length);
  assert.deepEqual(old.grants, []);
  const { records } = await inspectComponent(dir.path("e.wasm"), never);
  assert.deepEqual(
    [records["chat-message"], records["chat-result"], records["chat-delta"], records["tool-result"], records["resource-info"]],
    ["0.1.10", "0.1.10", "0.1.10", "0.1.10", "0.1.10"],
  );
});

Deno.test("inspectComponent() tells of a component that omw cannot run, and why", async () => {
  await using dir = await Workspace.with({
    "other.wat": `(component
  (core module $m (func (export "f")))
  (core instance $i (instantiate $m))
  (func $f (canon lift (core func $i "f")))
  (export "open-till" (func $f)))`,
  });
  const report = await inspectComponent(dir.path("other.wat"), never);
  assert.deepEqual([report.world, report.exports], ["another", ["open-till"]]);
  assert.match(report.fault ?? "", /omw:omw\/runtime/);
});

Deno.test("inspectComponent() names the file and what it is instead of a component", async () => {
  const whole = await unpack("sdk_own");
  await using dir = await Workspace.with({
    "core.wasm": new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
    "cut.wasm": whole.subarray(0, whole.length / 2),
    "text.wasm": "no",
    "x.cwasm": "",
  });
  for (
    const [file, wanted] of [
      ["core.wasm", /core\.wasm" is a core module/],
      ["cut.wasm", /cut\.wasm" is cut off or damaged/],
      ["text.wasm", /text\.wasm" is not WebAssembly/],
      ["x.cwasm", /x\.cwasm" is compiled for another engine/],
      ["none.wasm", /failed to read component ".*none\.wasm"/],
    ] as const
  ) await assert.rejects(inspectComponent(dir.path(file), never), wanted, file);
});

Deno.test("componentGrants() names the keys for what is imported, whatever its version", () => {
  assert.deepEqual(componentGrants(["omw:omw/host", "wasi:clocks/wall-clock@0.2.3"]), []);
  assert.deepEqual(componentGrants(["wasi:http/outgoing-handler@0.2.3", "wasi:filesystem/types"]).map(({ key }) => key), [
    "preopens",
    "allow_hosts",
    "allow_tcp",
  ]);
});

Deno.test("componentRevisions() says unknown of a shape that no release had", () => {
  const records = new Map([["ToolResult", new Map([["name", "string"], ["colour", "string"]])]]);
  assert.deepEqual([...componentRevisions({ records })], [["tool-result", "unknown"]]);
});
