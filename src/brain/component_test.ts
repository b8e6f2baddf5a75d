import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { ComponentChild } from "../../tests/support/component_child.ts";
import { componentOf } from "../../tests/support/components.ts";
import { watComponent, watImport, type WatParts } from "../../tests/support/wat_component.ts";

/** Runs a component given as text, once. */
async function runWat(parts: WatParts, capMb?: number) {
  await using child = new ComponentChild(capMb);
  return await child.run(await componentOf(watComponent(parts)));
}

Deno.test("a component ends with a message, without one, or with an error", async () => {
  strictEqual((await runWat({ run: "i32.const 48" })).v, "done");
  deepStrictEqual(await runWat({}), { calls: [], acks: 0 });
  strictEqual((await runWat({ run: "i32.const 64" })).err, "oops");
});

Deno.test("a check calls check, not run", async () => {
  await using child = new ComponentChild();
  const component = await componentOf(watComponent({ run: "unreachable", check: "i32.const 64" }));
  strictEqual((await child.run(component, { op: "check" })).err, "oops");
});

Deno.test("every run has a fresh instance, also after a trap", async () => {
  // The memory of the instance says whether it ran before: the first run leaves a mark and traps, a second one would trap on it.
  const component = await componentOf(watComponent({
    run: `
      local.get 1 if i32.const 48 return end
      i32.const 512 i32.load if unreachable end
      i32.const 512 i32.const 1 i32.store
      i32.const 70000 i32.load`,
  }));
  await using child = new ComponentChild();
  const first = await child.run(component, { script: "" });
  match(first.err!, /^component trapped: .*out of bounds/);
  strictEqual((await child.run(component, { script: "" })).err, first.err);
  strictEqual((await child.run(component, { script: "x" })).v, "done");
});

Deno.test("a trap tells its reason", async () => {
  match((await runWat({ run: "unreachable" })).err!, /^component trapped: .*unreachable/);
  match((await runWat({ run: "i32.const 1 i32.const 0 i32.div_s" })).err!, /^component trapped: .*divide by zero/);
  match((await runWat({ run: "local.get 0 local.get 1 call $run" })).err!, /^component trapped: .*stack overflow/);
});

Deno.test("a memory that may not grow further is a trap of the guest, which tells how large it was", async () => {
  const grow = `(loop i32.const 256 memory.grow i32.const -1 i32.ne br_if 0) unreachable`;
  const { err } = await runWat({ run: grow, maxPages: 65_536 }, 256);
  match(err!, /^component trapped: .*unreachable.* \(its memory had grown to \d{2,4} MiB\)/);
});

Deno.test("a component in an endless loop dies with its process and leaves nothing running", async () => {
  const child = new ComponentChild();
  const run = child.run(await componentOf(watComponent({ run: "(loop br 0) unreachable" }))).catch((error: Error) =>
    error.message
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  await child[Symbol.asyncDispose]();
  match(String(await run), /ended|closed|cancel/);
});

/** Instructions that end with "done" when the imported function answers more than zero. */
const DONE_IF_POSITIVE = "call $imported i64.const 0 i64.gt_s if (result i32) i32.const 48 else i32.const 64 end";

for (const version of ["0.2.0", "0.2.3", "0.2.8", "0.2.99"]) {
  Deno.test(`one WASI serves a component that was built for ${version}`, async () => {
    const imported = watImport(`wasi:clocks/monotonic-clock@${version}`, "now", "(result u64)");
    strictEqual((await runWat({ ...imported, run: DONE_IF_POSITIVE })).v, "done");
  });
}

Deno.test("one WASI serves a component that was linked of parts for two versions", async () => {
  const outcome = await runWat({
    imports: `
      (import "wasi:clocks/monotonic-clock@0.2.0" (instance $old (export "now" (func (result u64)))))
      (import "wasi:clocks/monotonic-clock@0.2.3" (instance $new (export "now" (func (result u64)))))
      (core func $imported (canon lower (func $old "now")))
      (core func $newer (canon lower (func $new "now")))`,
    coreImports: `(import "clock" "now" (func $imported (result i64))) (import "clock" "newer" (func $newer (result i64)))`,
    with: `(with "clock" (instance (export "now" (func $imported)) (export "newer" (func $newer))))`,
    run: `call $newer drop ${DONE_IF_POSITIVE}`,
  });
  strictEqual(outcome.v, "done");
});

Deno.test("a component that imports an unknown function of a known interface says so when it starts", async () => {
  const { err } = await runWat(watImport("wasi:clocks/monotonic-clock@0.2.0", "later"));
  strictEqual(err, "the component imports later, which omw does not offer");
});

Deno.test("a guest's exit ends its run and not the process", async () => {
  await using child = new ComponentChild();
  const exit = (status: number) =>
    componentOf(watComponent({
      imports: `
        (import "wasi:cli/exit@0.2.0" (instance $exit (export "exit" (func (param "status" (result))))))
        (core func $exit (canon lower (func $exit "exit")))`,
      coreImports: `(import "cli" "exit" (func $exit (param i32)))`,
      with: `(with "cli" (instance (export "exit" (func $exit))))`,
      run: `i32.const ${status} call $exit unreachable`,
    }));
  deepStrictEqual(await child.run(await exit(0)), { calls: [], acks: 0 });
  strictEqual((await child.run(await exit(1))).err, "the component exited with status 1");
  strictEqual((await child.run(await componentOf(watComponent({ run: "i32.const 48" })))).v, "done");
});

Deno.test("a component that cannot be compiled fails its runs, and its process goes on", async () => {
  await using child = new ComponentChild();
  const good = await componentOf(watComponent({ run: "i32.const 48" }));
  const bad = { ...good, id: "bad", cores: new Map([["c.core.wasm", new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 9])]]) };
  match((await child.run(bad)).err!, /^failed to load component "test\.wasm": .*WebAssembly\.Module/);
  match((await child.run(bad)).err!, /^failed to load component "test\.wasm": .*WebAssembly\.Module/);
  strictEqual((await child.run(good)).v, "done");
});

Deno.test("glue that turns against its world finds nothing outside it", async () => {
  await using child = new ComponentChild();
  const good = await componentOf(watComponent({}));
  const glue = `export function instantiate(getCore, imports) {
    const found = [];
    const module = getCore("c.core.wasm");
    const objects = [getCore, module, imports, imports["wasi:io/streams"].OutputStream, console, process, setTimeout,
      imports["omw:omw/host"].whoami, new TextEncoder(), TextDecoder];
    try { imports["omw:omw/host"].timeFormat({ toString() { throw 1 } }) } catch (error) { objects.push(Object(error)); }
    (function deep() { try { deep(); } catch (error) { objects.push(error); } try { imports["omw:omw/host"].whoami(); } catch (error) { objects.push(error); } })();
    for (const each of objects) {
      try {
        const made = each.constructor.constructor("return typeof Deno + typeof Buffer + typeof require + typeof setImmediate")();
        if (made !== "undefined".repeat(4)) found.push(made);
        if (each.constructor.constructor !== Function && each !== module
          && Object.getPrototypeOf(each.constructor.constructor.prototype) !== Object.prototype) found.push("foreign");
      } catch (error) { if (!/Code generation/.test(error.message)) found.push(String(error)); }
    }
    return { "omw:omw/runtime": { run: () => JSON.stringify({ found, count: objects.length }), check() {} } };
  }`;
  const { v, err } = await child.run({ ...good, id: "glue", glue: new TextEncoder().encode(glue) });
  strictEqual(err, undefined);
  const { found, count } = JSON.parse(v!);
  deepStrictEqual(found, []);
  ok(count > 10);
});
